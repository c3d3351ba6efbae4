// Runs a lane between memories, as a core's top module and its host do.
#include "LaneBench.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>

namespace roofline {

LaneBench::LaneBench(const LaneTask &T, uint32_t Lane, uint64_t Seed)
    : T(T), S(T.N, Lane, Seed), Random(Seed) {
  Busy = out("busy");
  addSources(Lane);
  addSinks(Lane);
  for (uint32_t I = 0; I < T.K.Scalars.size(); ++I)
    S.setInput(in("arg_" + T.Names.Scalars[I]),
               I < T.Input.Scalars.size() ? T.Input.Scalars[I] : 0);
  for (uint32_t I = 0; I < T.K.Reductions.size(); ++I)
    if (auto Port = findPort(T.N.Inputs, "initial_" + T.Names.Reductions[I]))
      S.setInput(*Port, T.Initial[I]);
}

uint32_t LaneBench::in(const std::string &Name) {
  const auto Port = findPort(T.N.Inputs, Name);
  if (!Port)
    fail("no input " + Name);
  return Port.value_or(0);
}
uint32_t LaneBench::out(const std::string &Name) {
  const auto Port = findPort(T.N.Outputs, Name);
  if (!Port)
    fail("no output " + Name);
  return Port.value_or(0);
}

void LaneBench::addSources(uint32_t Lane) {
  for (uint32_t I : portsOf(T.K.Inputs)) {
    End &E = Sources.emplace_back();
    E.Stream = I;
    E.Name = "s_" + T.Names.Inputs[I];
    E.Data = in(E.Name + "_tdata");
    E.Valid = in(E.Name + "_tvalid");
    E.Ready = out(E.Name + "_tready");
    forEachBeat(T.K, T.D.Vector, inputBeats(T.K, T.D, Lane, I),
                T.K.Inputs[I].Window,
                [&](const Place &Spot) { E.Beats.push_back(Spot); });
  }
}

void LaneBench::addSinks(uint32_t Lane) {
  for (uint32_t I : portsOf(T.K.Outputs)) {
    End &E = Sinks.emplace_back();
    E.Stream = I;
    E.Name = "m_" + T.Names.Outputs[I];
    E.Ready = in(E.Name + "_tready");
    E.Data = out(E.Name + "_tdata");
    E.Valid = out(E.Name + "_tvalid");
    E.Last = out(E.Name + "_tlast");
    E.Strobe = out(E.Name + "_tstrb");
    forEachBeat(T.K, T.D.Vector, outputBeats(T.K, T.D, Lane, I),
                written(T.K, T.K.Outputs[I]),
                [&](const Place &Spot) { E.Beats.push_back(Spot); });
  }
}

void LaneBench::reset() {
  if (Problem)
    return;
  for (uint64_t On : {1, 0}) {
    S.setInput(in("rst"), On);
    S.setInput(in("load"), On);
    S.clock();
    S.clock();
  }
}

/// The beat at the port: elements where there are some, else random bits.
void LaneBench::fill(const End &Source) {
  const InputStream &First = T.K.Inputs[Source.Stream];
  const uint32_t Width = First.Type.Bits, Fields = First.Fields;
  for (uint32_t Slot = 0; Slot < T.D.Vector * Fields; ++Slot)
    S.setInput(Source.Data, Slot * Width, Width, Random() & lowMask(Width));
  if (!Source.IsWaiting)
    return;
  const std::vector<const InputStream *> Streams =
      fieldsOf(T.K.Inputs, Source.Stream);
  for (uint32_t Slot = 0; Slot < T.D.Vector; ++Slot)
    for (uint32_t Field = 0; Field < Fields; ++Field) {
      if (!Streams[Field])
        continue;
      Place Spot = Source.Beats[Source.Next];
      Spot[0] += Slot;
      const auto Element = elementAt(*Streams[Field], Spot);
      if (!Element)
        continue;
      uint64_t Bits = 0;
      for (const StreamMemory::Buffer &B : T.Input.Buffers)
        if (B.Name == First.Name && *Element < B.Elements.size())
          Bits = B.Elements[*Element];
      S.setInput(Source.Data, (Slot * Fields + Field) * Width, Width, Bits);
    }
}

/// Begins to offer a beat, or goes on.
void LaneBench::offer(End &Source) {
  if (Source.IsWaiting)
    return;
  const bool Pauses = HasPauses && Random() % 2;
  Source.IsWaiting = Source.Next < Source.Beats.size() && !Pauses;
  S.setInput(Source.Valid, Source.IsWaiting);
  fill(Source);
}

std::vector<uint64_t> LaneBench::words(uint32_t Port) {
  std::vector<uint64_t> Words;
  const uint32_t Width = T.N.Outputs[Port].Width;
  for (uint32_t At = 0; At < Width; At += 64)
    Words.push_back(S.output(Port, At, std::min(64u, Width - At)));
  return Words;
}

/// Once offered, a beat stays as it is until it is taken.
void LaneBench::checkOffer(End &Sink, bool IsValid) {
  if (Sink.IsWaiting && !IsValid)
    return fail(Sink.Name + ": a beat is gone before it is taken");
  if (!IsValid)
    return;
  if (Sink.Next == Sink.Beats.size())
    return fail(Sink.Name + ": more than " + std::to_string(Sink.Beats.size()) +
                " beats");
  std::vector<uint64_t> Offered = words(Sink.Strobe);
  for (uint64_t Word : words(Sink.Data))
    Offered.push_back(Word);
  if (Sink.IsWaiting && Offered != Sink.Offered)
    fail(Sink.Name + ": a beat changes before it is taken");
  Sink.Offered = std::move(Offered);
  const bool IsLast = Sink.Next + 1 == Sink.Beats.size();
  if (S.output(Sink.Last) != IsLast)
    fail(Sink.Name + ": tlast is wrong at beat " + std::to_string(Sink.Next));
}

/// Writes the beat that is offered to its elements.
void LaneBench::store(const End &Sink, StreamMemory &Out) {
  const OutputStream &First = T.K.Outputs[Sink.Stream];
  const uint32_t Width = First.Type.Bits, Fields = First.Fields;
  const uint32_t Bytes = Width / 8;
  const std::vector<const OutputStream *> Streams =
      fieldsOf(T.K.Outputs, Sink.Stream);
  StreamMemory::Buffer *B = Out.find(First.Name);
  for (uint32_t Slot = 0; Slot < T.D.Vector * Fields; ++Slot) {
    const uint64_t Strobe = S.output(Sink.Strobe, Slot * Bytes, Bytes);
    if (Strobe == 0)
      continue;
    Place Spot = Sink.Beats[Sink.Next];
    Spot[0] += Slot / Fields;
    const OutputStream *Of = Streams[Slot % Fields];
    const auto Element = Of ? elementAt(*Of, Spot) : std::nullopt;
    if (Strobe != lowMask(Bytes))
      fail(Sink.Name + ": part of an element is written");
    else if (!Element || !B || *Element >= B->Elements.size())
      fail(Sink.Name + ": an element that is none is written");
    else
      B->Elements[*Element] = S.output(Sink.Data, Slot * Width, Width);
  }
}

void LaneBench::cycle(StreamMemory &Out) {
  for (End &E : Sources)
    offer(E);
  std::vector<bool> IsReady;
  for (End &E : Sinks) {
    IsReady.push_back(!HasPauses || Random() % 2);
    S.setInput(E.Ready, IsReady.back());
  }
  for (End &E : Sources)
    if (S.output(E.Ready)) {
      if (!E.IsWaiting)
        fail(E.Name + ": takes a beat that is not there");
      ++E.Next;
      E.IsWaiting = false;
    }
  for (size_t I = 0; I < Sinks.size(); ++I) {
    End &E = Sinks[I];
    const bool IsValid = S.output(E.Valid);
    checkOffer(E, IsValid);
    if (Problem)
      break;
    if (IsValid && IsReady[I]) {
      store(E, Out);
      ++E.Next;
    }
    E.IsWaiting = IsValid && !IsReady[I];
  }
  S.clock();
}

int64_t LaneBench::launch(bool Pauses, StreamMemory &Out) {
  HasPauses = Pauses;
  for (std::vector<End> *Ends : {&Sources, &Sinks})
    for (End &E : *Ends) {
      E.Next = 0;
      E.IsWaiting = false;
    }
  if (Problem)
    return 0;
  S.setInput(in("load"), 1);
  cycle(Out);
  S.setInput(in("load"), 0);
  const DatapathSchedule Schedule = scheduleDatapath(T.K, T.D.Form, T.D.Vector);
  const int64_t Limit = 32 * launchCycles(T.K, Schedule, T.D) + 10000;
  int64_t Cycles = 0;
  for (; !Problem && S.output(Busy); ++Cycles) {
    if (Cycles > Limit)
      fail("no end after " + std::to_string(Cycles) + " cycles");
    cycle(Out);
  }
  for (unsigned I = 0; I < 4 && !Problem; ++I) // nothing more may come
    cycle(Out);
  for (const std::vector<End> *Ends : {&Sources, &Sinks})
    for (const End &E : *Ends)
      if (E.Next != E.Beats.size())
        fail(E.Name + ": " + std::to_string(E.Next) + " beats of " +
             std::to_string(E.Beats.size()));
  return Cycles;
}

uint64_t LaneBench::result(uint32_t Reduction) {
  const uint32_t Port = out("result_" + T.Names.Reductions[Reduction]);
  return Problem ? 0 : S.output(Port);
}

} // namespace roofline
