/**
 * How long a connection to another process of ours takes new requests. Routers choose by connection: one that is kept would go on
 * bringing requests to a process that is about to end, until it closes it in the moment when the next one is sent. Shorter than
 * routers stop sending before they tell a process to end (`preStop` in infra/k8s; decision 0059).
 */
export const CONNECTION_LIFE_MS = 5_000
