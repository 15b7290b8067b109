// The health check of every image: exits with 0 while the part reports that it is ready.
const limit = AbortSignal.timeout(4_000)
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, { signal: limit }).catch(
  (error) => ({
    ok: false,
    status: error.message,
  }),
)
if (!response.ok) process.stderr.write(`not ready: ${response.status}\n`)
process.exit(response.ok ? 0 : 1)
