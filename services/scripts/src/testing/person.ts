type Body = { success: boolean; error?: string; code?: string; data?: any; [field: string]: unknown }

/** Calls the service over real HTTP with tokens that `token` mints. */
export function requestAs(url: string, token: () => string) {
  const call = async (
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; headers: Headers; body: Body }> => {
    const response = await fetch(new URL(path, url), {
      ...init,
      method,
      headers: { authorization: `Bearer ${token()}`, ...(init.headers as Record<string, string>) },
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }
  const head = (path: string) =>
    fetch(new URL(path, url), { method: 'HEAD', headers: { authorization: `Bearer ${token()}` } })
  /** A response that is no JSON, whole. */
  const download = async (path: string) => {
    const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token()}` } })
    return { status: response.status, headers: response.headers, bytes: await response.bytes() }
  }
  const json = (method: string) => (path: string, body: unknown) =>
    call(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  return {
    call,
    token,
    download,
    head,
    /** A stream of server-sent events, as it comes. */
    follow: (path: string, signal: AbortSignal) =>
      fetch(new URL(path, url), { headers: { authorization: `Bearer ${token()}` }, signal }),
    get: (path: string) => call('GET', path),
    delete: (path: string) => call('DELETE', path),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    /** Uploads a file as a browser does. */
    upload: (content: string | Uint8Array, { name = 'script.fdx', field = 'script', key = '' } = {}) => {
      const form = new FormData()
      form.append(field, new File([content as string], name))
      return call('POST', '/api/scripts/upload', {
        body: form,
        headers: key === '' ? {} : { 'idempotency-key': key },
      })
    },
  }
}
export type Person = ReturnType<typeof requestAs>
