// Forms of the values of a launch file.
#include "LaunchForms.h"

#include "roofline/Kernel/Launch.h"

namespace roofline {

static json::Object sizeOfOneForm() {
  json::Object Size = wholeForm();
  Size["minimum"] = 1;
  Size["maximum"] = int64_t(MaxLaunchSize);
  return Size;
}

static json::Object upToThree(json::Object Element) {
  json::Object Sizes = listForm(std::move(Element));
  Sizes["minItems"] = 1;
  Sizes["maxItems"] = 3;
  return Sizes;
}

static json::Object byPlace(json::Object Count) {
  json::Object Trips = mapForm(std::move(Count));
  Trips["propertyNames"] =
      json::Object{{"pattern", "^[1-9][0-9]*(:[1-9][0-9]*)?$"}};
  return Trips;
}

static json::Object tripForm() {
  json::Object Count = numberForm();
  Count["minimum"] = 0;
  return Count;
}

/// Such a value, or a text that makes one.
static json::Object orText(json::Object Form) {
  return eitherForm(std::move(Form), textForm());
}

json::Object sizesForm() { return upToThree(sizeOfOneForm()); }
json::Object namedSizesForm() { return upToThree(orText(sizeOfOneForm())); }
json::Object mostForm() { return mapForm(sizeOfOneForm()); }
json::Object numbersForm() { return mapForm(numberForm()); }
json::Object tripsForm() { return byPlace(tripForm()); }
json::Object textsForm() { return listForm(textForm()); }
json::Object namesForm() { return mapForm(textForm()); }

json::Object madeNumberForm() {
  json::Object Form{{"type", json::Array{"integer", "string"}}};
  Form["description"] = "An integer, or integers and variables with + - * / %.";
  return Form;
}
json::Object madeNumbersForm() { return mapForm(orText(numberForm())); }
json::Object madeTripsForm() { return byPlace(orText(tripForm())); }

} // namespace roofline
