import { App } from 'antd'
import { useMemo } from 'react'

/** Seconds a message stays. */
const SUCCESS_SECONDS = 4
const ERROR_SECONDS = 8

/** The snackbar of SPEC §2. Needs the AntdProvider above it, which every signed-in route has. */
export function useSnackbar(): { success: (text: string) => void; error: (text: string) => void } {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      // The same message again takes the place of the one on show.
      success: (text) => void message.success({ key: text, content: text, duration: SUCCESS_SECONDS }),
      error: (text) => void message.error({ key: text, content: text, duration: ERROR_SECONDS }),
    }),
    [message],
  )
}
