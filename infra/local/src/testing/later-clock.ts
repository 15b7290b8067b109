// Preloaded (`--import`): the process lives so many milliseconds later than it is.
const later = Number(process.env['LATER_MS'])
const now = Date.now
Date.now = () => now() + later
