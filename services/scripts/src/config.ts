import { BaseConfig, InternalKeysConfig, readConfig } from '@andscene/service-kit/config'
import { AccountsConfig, checkAccounts } from '@andscene/service-kit/identity/accounts'
import { RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { checkMail, MailConfig } from './mail/mail-config.ts'

export const ScriptsVariables = Type.Object({
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  /** Folder of the embedded database. */
  DATA_DIR: Type.String({ default: '.data' }),
  /** When set, scripts are stored in MongoDB instead. */
  MONGODB_URI: Type.Optional(Type.String()),
  ...RedisConfig.properties,
  QUEUE_PREFIX: Type.String({ default: 'andscene' }),
  TTS_URL: Type.String(),
  /** For the deletion of accounts, in which every service takes part. */
  SUBSCRIPTIONS_URL: Type.String(),
  /** For the deletion of accounts and for the age of accounts that send invitations. */
  ...AccountsConfig.properties,
  /** Origins of the application, separated by commas; links in mails use the first. */
  PUBLIC_ORIGIN: Type.String({ default: 'http://localhost:4200' }),
  ...MailConfig.properties,
  LIMIT_SCRIPTS: Type.Integer({ minimum: 1, default: 500, description: 'scripts of one user' }),
  LIMIT_SCRIPT_BYTES: Type.Integer({
    minimum: 1,
    default: 1024 ** 3,
    description: 'bytes of content and files of one user',
  }),
  LIMIT_ENDED_LINK_DAYS: Type.Number({
    exclusiveMinimum: 0,
    default: 90,
    description: 'days until an expired or revoked link is deleted, with its guests and their progress',
  }),
})
export type ScriptsConfig = Static<typeof ScriptsVariables>

/** Reads the environment. Throws OperatorError with a message that names the variable. */
export function scriptsConfig(env: Record<string, string | undefined> = process.env): ScriptsConfig {
  const config = readConfig(ScriptsVariables, env)
  checkAccounts(config)
  checkMail(config)
  return config
}
