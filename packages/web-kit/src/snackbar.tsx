import { App } from 'antd'
import { useMemo } from 'react'

/** Seconds a message stays. */
const SUCCESS_SECONDS = 4
const ERROR_SECONDS = 8

/** The snackbar of product §2. Needs the AntdProvider above it, which every signed-in route has. */
export function useSnackbar(): {
  success: (text: string) => void
  /** With a `key` it replaces the shown message that has the same. */
  error: (text: string, key?: string) => void
} {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      success: (text) => void message.success(text, SUCCESS_SECONDS),
      error: (text, key) =>
        void message.error({ content: text, duration: ERROR_SECONDS, ...(key !== undefined && { key }) }),
    }),
    [message],
  )
}
