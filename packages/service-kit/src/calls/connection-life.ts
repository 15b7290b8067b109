/**
 * How long a connection to another of our processes takes new requests. Routers balance connections, so a kept one
 * would keep sending requests to a process that is shutting down. Shorter than the time in which routers stop sending
 * before they signal a process to stop (`preStop` in infra/k8s; decision 0059).
 */
export const CONNECTION_LIFE_MS = 5_000
