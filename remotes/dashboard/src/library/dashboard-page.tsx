import { AntdProvider } from '@andscene/web-kit/antd-provider'
import { classNames } from '@andscene/web-kit/class-names'
import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { LogoutIcon, PlusIcon } from '@andscene/web-kit/icons/actions'
import { LOGOUT_ERROR } from '@andscene/web-kit/identity-errors'
import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { useSession } from '@andscene/web-kit/session'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useScriptUpload, useUploadMessages } from '@andscene/web-kit/upload/script-uploads'
import { UploadArea } from '@andscene/web-kit/upload/upload-area'
import { useStrayDrops } from '@andscene/web-kit/upload/use-stray-drops'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Tabs } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import styles from './dashboard-page.module.css'
import { HealthWidget } from './health-widget.tsx'
import { Library } from './library.tsx'
import { outdateList, scriptsQuery } from './scripts-query.ts'
import { LIST_HEADING_ID } from './actions/use-card-focus.ts'

const SCRIPTS_TAB = 'scripts'
const UPLOAD_TAB = 'upload'

/** Your Scripts (product §2): the library and the upload. */
export const DashboardPage = () => (
  <AntdProvider>
    <Dashboard />
  </AntdProvider>
)

function Dashboard() {
  const { signOut } = useSession()
  const snackbar = useSnackbar()
  const client = useQueryClient()
  const hasScripts = (useQuery(scriptsQuery()).data?.length ?? 0) > 0
  const [panel, setPanel] = useState(false)
  const [freshId, setFreshId] = useState<string>()

  const backToScripts = () => {
    setPanel(false)
    setTab(SCRIPTS_TAB)
  }
  const { upload, state } = useScriptUpload({
    finished: (script) => {
      setFreshId(script._id)
      backToScripts()
    },
  })
  // Shows an upload that is running or has failed.
  const [tab, setTab] = useState(state.status === 'idle' ? SCRIPTS_TAB : UPLOAD_TAB)
  useUploadMessages(tab === UPLOAD_TAB || (panel && hasScripts))
  useEffect(() => () => outdateList(client), [client])
  useStrayDrops()

  // The pressed tab or button updates immediately; the content is rendered in a transition.
  const isUploadThere = useDeferredValue(tab === UPLOAD_TAB)
  const isPanelThere = useDeferredValue(panel)
  const area = (
    <UploadArea
      upload={upload}
      state={state}
      title="Upload Script"
      subtitle="Choose a FinalDraft (.fdx) file or drag it here"
      onCancel={backToScripts}
    />
  )
  const togglePanel = () => {
    setTab(SCRIPTS_TAB)
    setPanel(tab === SCRIPTS_TAB ? !panel : true)
  }
  const trySample = async () => {
    setTab(UPLOAD_TAB)
    try {
      const { sampleFile } = await import('../sample/sample-file.ts')
      upload.choose([sampleFile()])
    } catch {
      snackbar.error('The sample script could not be loaded. Please try again.')
    }
  }
  const logout = () => signOut().catch(() => snackbar.error(LOGOUT_ERROR))

  return (
    <div className={styles.page}>
      <PageTitle>Your Scripts</PageTitle>
      <Flex component="header" wrap align="center" gap={12} className={styles.header ?? ''}>
        <h1 id={LIST_HEADING_ID} className={classNames(parts.pageTitle, styles.title)} tabIndex={-1}>
          Your Scripts
        </h1>
        {hasScripts && (
          <Button type="primary" icon={<PlusIcon />} aria-expanded={panel} onClick={togglePanel}>
            New Script
          </Button>
        )}
        <Button
          type="text"
          className={classNames(styles.logout)}
          icon={<LogoutIcon />}
          onClick={() => void logout()}
        >
          Logout
        </Button>
      </Flex>
      <Tabs
        classNames={{ header: classNames(styles.tabs) }}
        activeKey={tab}
        onChange={(next) => {
          setTab(next)
          // One upload area at a time.
          if (next === UPLOAD_TAB) setPanel(false)
        }}
        items={[
          {
            key: SCRIPTS_TAB,
            label: 'Scripts',
            className: classNames(styles.scripts),
            children: (
              <>
                {isPanelThere && hasScripts && (
                  <div className={styles.panel} hidden={!panel}>
                    {area}
                  </div>
                )}
                <Library
                  freshId={freshId}
                  onUpload={() => setTab(UPLOAD_TAB)}
                  onSample={() => void trySample()}
                />
              </>
            ),
          },
          { key: UPLOAD_TAB, label: 'Upload', children: isUploadThere && area },
        ]}
      />
      <footer className={styles.footer}>
        <ErrorBoundary quiet>
          <HealthWidget />
        </ErrorBoundary>
      </footer>
    </div>
  )
}
