// Preloaded (`--import`): sets the clock of the process this many milliseconds ahead.
const later = Number(process.env['LATER_MS'])
const now = Date.now
Date.now = () => now() + later
