/** What was measured (`npm run bench -- scale`), of one clip unless it says otherwise. */
export type Measured = {
  /** Distinct texts that a page of a screenplay has, and lines that are heard of it. */
  clipsPerPage: number
  linesPerPage: number
  charactersPerClip: number
  engines: readonly EngineFigures[]
  /** The platform's own part without speech, in seconds of CPU: what Redis does, and the scripts service that is asked. */
  redisCpuSeconds: number
  scriptsCpuSeconds: number
  /** Commands that Redis runs, from plan to end. */
  redisCommands: number
  /** What a job that waits keeps of Redis, with what is noted of it. */
  bytesPerJob: number
}

export type EngineFigures = {
  name: string
  /** Of the worker and its engine, to speak, finish, encode and store. */
  cpuSeconds: number
  soundSeconds: number
  bytes: number
}

/** What nobody can measure here: how people use it. */
export type Assumptions = {
  /** The busiest hour, times an hour of the average. */
  peakFactor: number
  /** Share of a processor that is planned with. */
  utilisation: number
  /** How often a page's clips are made: a voice that is cast anew makes its lines anew. */
  timesMade: number
  /** How often a page is heard, by whoever. */
  timesHeard: number
  pagesPerScript: number
  /** Clips of a script that the queue holds at most (QUEUE_WINDOW). */
  queueWindow: number
  /** So many hours of the busiest demand the queue must hold, while no worker runs. */
  backlogHours: number
  /** So long a script and its clips are kept: until somebody deletes them. */
  keptDays: number
  /** Calls through the gateway for a line that is heard: its clip, and a share of positions, progress and pages. */
  requestsPerLine: number
  gatewayCpuSeconds: number
  /** A clip's document with what five indexes keep of it. */
  documentBytes: number
}

/** In one currency; lists of prices change, so replace them. */
export type Prices = {
  coreHour: number
  storageGbMonth: number
  /** A million objects written. */
  writesMillion: number
  egressGb: number
  redisGbMonth: number
  documentsGbMonth: number
  /** A million characters at a speech service. */
  speechMillionCharacters: number
}

export type Demand = {
  clipsPerDay: number
  clipsPerSecondAtPeak: number
  scriptsPerDay: number
  gatewayRequestsPerSecondAtPeak: number
  gatewayCoresAtPeak: number
  redisCommandsPerSecondAtPeak: number
  /** Of the one processor that a Redis has. */
  redisShareAtPeak: number
  scriptsCoresAtPeak: number
  /** Jobs of a backlog that the queue holds, and what they take. */
  jobsInRedis: number
  redisGb: number
  /** Documents that a day adds, and operations on them at peak. */
  documentsPerDay: number
  documentOperationsPerSecondAtPeak: number
}

export type EngineDemand = {
  name: string
  /** Workers with one thread, each with a processor of its own. */
  workersAtPeak: number
  workersOnAverage: number
  objectsGbPerDay: number
  objectsGbKept: number
  heardGbPerDay: number
  /** A day's cost, in parts; `platform` is what it costs whoever speaks. */
  cost: {
    speaking: number
    keeping: number
    writing: number
    hearing: number
    platform: number
    total: number
  }
  costPerPage: number
}

const DAY_SECONDS = 86_400
const DAYS_A_MONTH = 30
const GB = 1e9

/**
 * Operations on a MongoDB-compatible server for a clip, counted in `clip-maker.ts` and `mongo-audio-index.ts`: three for the
 * state of its script before and after, its row looked for, the owner's usage; usage, row and version written, and the
 * owner looked for once.
 */
export const OPERATIONS_PER_CLIP = 12
/** Documents of a script beside those of its clips: script, file, progress, narration's version. */
const DOCUMENTS_PER_SCRIPT = 4

export function demandOf(pagesPerDay: number, measured: Measured, assumed: Assumptions): Demand {
  const clipsPerDay = pagesPerDay * measured.clipsPerPage * assumed.timesMade
  const clipsPerSecondAtPeak = (clipsPerDay / DAY_SECONDS) * assumed.peakFactor
  const scriptsPerDay = pagesPerDay / assumed.pagesPerScript
  const requests = pagesPerDay * assumed.timesHeard * measured.linesPerPage * assumed.requestsPerLine
  const gatewayRequestsPerSecondAtPeak = (requests / DAY_SECONDS) * assumed.peakFactor
  const jobsInRedis = jobsOfBacklog(clipsPerSecondAtPeak, measured, assumed)
  return {
    clipsPerDay,
    clipsPerSecondAtPeak,
    scriptsPerDay,
    gatewayRequestsPerSecondAtPeak,
    gatewayCoresAtPeak: (gatewayRequestsPerSecondAtPeak * assumed.gatewayCpuSeconds) / assumed.utilisation,
    redisCommandsPerSecondAtPeak: clipsPerSecondAtPeak * measured.redisCommands,
    redisShareAtPeak: clipsPerSecondAtPeak * measured.redisCpuSeconds,
    scriptsCoresAtPeak: (clipsPerSecondAtPeak * measured.scriptsCpuSeconds) / assumed.utilisation,
    jobsInRedis,
    redisGb: (jobsInRedis * measured.bytesPerJob) / GB,
    documentsPerDay: clipsPerDay + scriptsPerDay * DOCUMENTS_PER_SCRIPT,
    documentOperationsPerSecondAtPeak: clipsPerSecondAtPeak * OPERATIONS_PER_CLIP,
  }
}

/** The clips that come in the hours of the backlog, of each script no more than its window. */
function jobsOfBacklog(clipsPerSecond: number, measured: Measured, assumed: Assumptions): number {
  const clips = clipsPerSecond * 3_600 * assumed.backlogHours
  const clipsPerScript = assumed.pagesPerScript * measured.clipsPerPage
  return clips * Math.min(1, assumed.queueWindow / clipsPerScript)
}

export function engineDemandOf(
  pagesPerDay: number,
  engine: EngineFigures,
  { measured, assumed, prices }: { measured: Measured; assumed: Assumptions; prices: Prices },
): EngineDemand {
  const { clipsPerDay, clipsPerSecondAtPeak } = demandOf(pagesPerDay, measured, assumed)
  const cores = (clipsPerSecond: number) => (clipsPerSecond * engine.cpuSeconds) / assumed.utilisation
  const onAverage = cores(clipsPerDay / DAY_SECONDS)
  const objectsGbPerDay = (clipsPerDay * engine.bytes) / GB
  // What is cast anew takes the place of what was made before only when somebody clears it, so all of it is kept.
  const objectsGbKept = objectsGbPerDay * assumed.keptDays
  const heardGbPerDay = (pagesPerDay * assumed.timesHeard * measured.linesPerPage * engine.bytes) / GB
  const speaking = onAverage * 24 * prices.coreHour
  const keeping = (objectsGbKept * prices.storageGbMonth) / DAYS_A_MONTH
  const writing = (clipsPerDay / 1e6) * prices.writesMillion
  const hearing = heardGbPerDay * prices.egressGb
  const platform = platformCost(pagesPerDay, { measured, assumed, prices })
  const total = speaking + keeping + writing + hearing + platform
  return {
    name: engine.name,
    workersAtPeak: Math.max(1, Math.ceil(cores(clipsPerSecondAtPeak))),
    workersOnAverage: onAverage,
    objectsGbPerDay,
    objectsGbKept,
    heardGbPerDay,
    cost: { speaking, keeping, writing, hearing, platform, total },
    costPerPage: total / pagesPerDay,
  }
}

/** A day of gateway and scripts, which follow the load, of Redis as large as its backlog, and of the documents that are kept. */
export function platformCost(
  pagesPerDay: number,
  { measured, assumed, prices }: { measured: Measured; assumed: Assumptions; prices: Prices },
): number {
  const demand = demandOf(pagesPerDay, measured, assumed)
  const cores = (demand.gatewayCoresAtPeak + demand.scriptsCoresAtPeak) / assumed.peakFactor
  const documentsGb = (demand.documentsPerDay * assumed.keptDays * assumed.documentBytes) / GB
  return (
    cores * 24 * prices.coreHour +
    (demand.redisGb * prices.redisGbMonth + documentsGb * prices.documentsGbMonth) / DAYS_A_MONTH
  )
}

/** What a speech service takes for the texts of a day. */
export const cloudSpeechPerDay = (
  pagesPerDay: number,
  { measured, assumed, prices }: { measured: Measured; assumed: Assumptions; prices: Prices },
): number =>
  (demandOf(pagesPerDay, measured, assumed).clipsPerDay *
    measured.charactersPerClip *
    prices.speechMillionCharacters) /
  1e6

/** Pages a day at which something that bears so many clips a second at most is at its end. */
export const pagesAtClipsPerSecond = (
  clipsPerSecond: number,
  { clipsPerPage }: Pick<Measured, 'clipsPerPage'>,
  { peakFactor, timesMade }: Pick<Assumptions, 'peakFactor' | 'timesMade'>,
): number => (clipsPerSecond * DAY_SECONDS) / (peakFactor * timesMade * clipsPerPage)
