// The older place of ap_utils.h.
#ifndef ROOFLINE_HLS_ETC_AP_UTILS_H
#define ROOFLINE_HLS_ETC_AP_UTILS_H

#include "../ap_utils.h"

#endif
