import { runParts } from './run-parts.ts'

// Parts are imported when they run: some load engines of their own.
await runParts({
  about: 'How much the load of one user, or one long script, slows down the others.',
  parts: {
    requests: async () => (await import('./fairness/requests.ts')).requests(),
    guests: async () => (await import('./fairness/guests.ts')).guests(),
    speech: async () => (await import('./fairness/speech.ts')).speech(),
    'natural-speech': async () => (await import('./fairness/speech.ts')).naturalSpeech(),
    'narration-status': async () => (await import('./fairness/narration-status.ts')).narrationStatus(),
  },
})
