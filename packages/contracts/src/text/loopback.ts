const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const LOOPBACK = new RegExp(`^(localhost|127(\\.${BYTE}){3}|::1|\\[::1\\])$`)

/** Whether a host, without port, is a loopback name or address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host.toLowerCase())
