export const HANGING = 'test-workers/hanging'
