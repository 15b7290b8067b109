import { Type } from '../schema.ts'
import { defineRoute } from '../define-route.ts'
import { Done, Success } from '../envelope.ts'
import {
  AccessBody,
  AccessSource,
  AcknowledgeBody,
  ClipIndex,
  ClipsQuery,
  ForgetSubscriberBody,
  HeadsBody,
  LineSource,
  LinkSource,
  LinkSourceBody,
  NarrationQuery,
  NarrationSource,
  PersonParams,
  ScriptHeads,
  TextClips,
  TextsBody,
} from '../internal.ts'
import { LineId, ScriptParams } from '../script.ts'
import { NarrationResponse } from '../voice.ts'

const fromTts = { service: 'scripts', access: 'service', callers: ['tts'] } as const
const fromScripts = { service: 'tts', access: 'service', callers: ['scripts'] } as const

/** What services ask each other over HTTP, on routes that are never public (architecture §5, §6). */

/** A script is not kept waiting longer than this for its cache state, with many clips some times as long. */
const CLIPS_TIMEOUT_MS = 1_500
/** No request waits for them: pages that receive nothing poll. */
const COUNTS_TIMEOUT_MS = 10_000

/**
 * The ETag is strong and identifies the castingVersion and the page; 304 costs no read of lines. 404 means that the script was
 * deleted and what was kept of it must go too.
 */
export const readNarrationSource = defineRoute({
  id: 'readNarrationSource',
  method: 'GET',
  path: '/internal/scripts/:id/narration',
  ...fromTts,
  summary: 'Lines and casting of a script, by pages',
  params: ScriptParams,
  query: NarrationQuery,
  headers: Type.Object({ 'if-none-match': Type.Optional(Type.String({ title: 'The known version' })) }),
  response: Success(NarrationSource),
  errors: ['NOT_FOUND'],
})

export const listScriptHeads = defineRoute({
  id: 'listScriptHeads',
  method: 'POST',
  path: '/internal/scripts/heads',
  ...fromTts,
  summary: 'Owners and casting versions of some scripts',
  body: HeadsBody,
  response: Success(ScriptHeads),
})

export const readLineSource = defineRoute({
  id: 'readLineSource',
  method: 'GET',
  path: '/internal/scripts/:id/lines/:lineId',
  ...fromTts,
  summary: 'One line and whose it is',
  params: Type.Object({ ...ScriptParams.properties, lineId: LineId }),
  response: Success(LineSource),
  errors: ['NOT_FOUND'],
})

/** The acknowledgement of the outbox (product §10): the command is carried out durably and may be forgotten. */
export const acknowledgeCommand = defineRoute({
  id: 'acknowledgeCommand',
  method: 'POST',
  path: '/internal/scripts/:id/acknowledge',
  ...fromTts,
  summary: 'A command is carried out',
  params: ScriptParams,
  body: AcknowledgeBody,
  response: Done,
})

export const listClips = defineRoute({
  id: 'listClips',
  method: 'GET',
  path: '/internal/scripts/:id/clips',
  ...fromScripts,
  summary: 'The audio index of a script, by pages',
  params: ScriptParams,
  query: ClipsQuery,
  response: Success(ClipIndex),
  limits: { timeoutMs: CLIPS_TIMEOUT_MS },
})

export const listTextClips = defineRoute({
  id: 'listTextClips',
  method: 'POST',
  path: '/internal/scripts/:id/clips',
  ...fromScripts,
  summary: 'The stored clips of some texts of a script',
  params: ScriptParams,
  body: TextsBody,
  response: Success(TextClips),
  limits: { timeoutMs: CLIPS_TIMEOUT_MS },
})

/** Asked for when workers announce that clips of a script have changed, for all who have it open. */
export const countNarration = defineRoute({
  id: 'countNarration',
  method: 'GET',
  path: '/internal/scripts/:id/narration-counts',
  ...fromScripts,
  summary: 'How much of a script is ready to be heard',
  params: ScriptParams,
  response: NarrationResponse,
  errors: ['NOT_FOUND'],
  limits: { timeoutMs: COUNTS_TIMEOUT_MS },
})

/* The deletion of an account (decisions/0029): the scripts service asks the others for their part, until each has done it. */

/** Erasing what a person has listened to may take as long as removing some thousand objects. */
const ERASE_TIMEOUT_MS = 30_000

/** UNAVAILABLE while something of theirs is being made: to be called again. */
export const erasePerson = defineRoute({
  id: 'erasePerson',
  method: 'DELETE',
  path: '/internal/people/:uid',
  ...fromScripts,
  summary: 'Erase the default voice, previews and usage of a person',
  params: PersonParams,
  response: Done,
  limits: { timeoutMs: ERASE_TIMEOUT_MS },
})

export const forgetSubscriber = defineRoute({
  id: 'forgetSubscriber',
  method: 'POST',
  path: '/internal/subscribers/forget',
  service: 'subscriptions',
  access: 'service',
  callers: ['scripts'],
  summary: 'Take an address off the launch list',
  body: ForgetSubscriberBody,
  response: Done,
})

/** A role is asked for while audio is playing, so it must be fast. */
const ACCESS_TIMEOUT_MS = 2_000

/** NOT_FOUND for who may not even listen, exactly as for a script that is not there. */
export const readAccess = defineRoute({
  id: 'readAccess',
  method: 'POST',
  path: '/internal/scripts/:id/access',
  ...fromTts,
  summary: 'What a person is to a script',
  params: ScriptParams,
  body: AccessBody,
  response: Success(AccessSource),
  errors: ['NOT_FOUND'],
  limits: { timeoutMs: ACCESS_TIMEOUT_MS },
})

/** WRONG_PASSPHRASE also for any on a link that has ended. The gateway counts these and responds with NOT_FOUND. */
export const openLinkSource = defineRoute({
  id: 'openLinkSource',
  method: 'POST',
  path: '/internal/links/open',
  service: 'scripts',
  access: 'service',
  callers: ['gateway'],
  summary: 'A guest of a link',
  body: LinkSourceBody,
  response: Success(LinkSource),
  errors: ['NOT_FOUND', 'WRONG_PASSPHRASE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})
