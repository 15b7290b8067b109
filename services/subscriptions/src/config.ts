import { BaseConfig, InternalKeysConfig, readConfig } from '@andscene/service-kit/config'
import { Type, type Static } from '@andscene/contracts/schema/schema'

export const SubscriptionsVariables = Type.Object({
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  /** Folder of the embedded database. */
  DATA_DIR: Type.String({ default: '.data' }),
  /** When set, sign-ups are stored in MongoDB instead. */
  MONGODB_URI: Type.Optional(Type.String()),
  LIMIT_EXPORT_DAYS: Type.Number({
    exclusiveMinimum: 0,
    default: 30,
    description:
      'days until exports of sign-ups in DATA_DIR/exports are deleted; files with a name that you chose are never deleted',
  }),
})
export type SubscriptionsConfig = Static<typeof SubscriptionsVariables>

export const subscriptionsConfig = (
  env: Record<string, string | undefined> = process.env,
): SubscriptionsConfig => readConfig(SubscriptionsVariables, env)
