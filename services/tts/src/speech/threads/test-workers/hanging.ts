/** BroadcastChannel on which a thread says that it is about to hang. */
export const HANGING = 'test-workers/hanging'
