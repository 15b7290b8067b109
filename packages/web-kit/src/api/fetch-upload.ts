type Upload = {
  method: string
  headers: Record<string, string>
  body: FormData
  signal: AbortSignal
  /** Share of the body that was sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Like `fetch`, but with upload progress. Rejects as fetch does. */
export function fetchUpload(address: string, upload: Upload): Promise<Response> {
  const { method, headers, body, signal, onProgress } = upload
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const { status } = request
      resolve(new Response(request.responseText || null, { status, headers: headersOf(request) }))
    })
    request.addEventListener('error', () => reject(new TypeError('The upload failed')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.send(body)
  })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const row of request.getAllResponseHeaders().split('\r\n')) {
    const colon = row.indexOf(':')
    if (colon > 0) headers.append(row.slice(0, colon), row.slice(colon + 1).trim())
  }
  return headers
}
