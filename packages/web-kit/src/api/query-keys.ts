/**
 * Keys of the page's query cache, which the shell and all remotes share. All data of a script is below `script(id)`, so
 * that one invalidation covers it.
 */
const script = (scriptId: string) => ['scripts', scriptId] as const

export const queryKeys = {
  scripts: ['scripts', 'list'] as const,
  sharedScripts: ['scripts', 'shared'] as const,
  script,
  sharing: (scriptId: string) => [...script(scriptId), 'sharing'] as const,
  shareEvents: (scriptId: string) => [...script(scriptId), 'sharing', 'history'] as const,
  casting: (scriptId: string) => [...script(scriptId), 'casting'] as const,
  progress: (scriptId: string) => [...script(scriptId), 'progress'] as const,
  narration: (scriptId: string) => [...script(scriptId), 'narration'] as const,
  /** How much audio of a script is ready. */
  readiness: (scriptId: string) => [...script(scriptId), 'readiness'] as const,
  voices: ['voices'] as const,
  defaultVoice: ['default-voice'] as const,
  preferences: ['preferences'] as const,
  health: ['health'] as const,
}
