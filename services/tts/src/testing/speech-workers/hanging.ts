export const HANGING_CHANNEL = 'test-workers/hanging'
