import { Modal } from 'antd'

export type ShareDialogProps = {
  scriptId: string
  /** Of the script. */
  title: string
  open: boolean
  onClose: () => void
}

/**
 * Who else hears a script (decision 0047): people, links for guests, and what happened. For its owner. Loaded when it is
 * opened; stands below an AntdProvider. Nothing is asked of the backend while it is closed.
 */
export function ShareDialog({ title, open, onClose }: ShareDialogProps) {
  return <Modal open={open} title={`Share "${title}"`} footer={null} destroyOnHidden onCancel={onClose} />
}

export default ShareDialog
