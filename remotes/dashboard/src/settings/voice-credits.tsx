import parts from '@andscene/web-kit/parts.module.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import credits from './credits.json' with { type: 'json' }
import { Row } from './section.tsx'
import styles from './settings-page.module.css'

export function VoiceCredits() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row name="Licences and credits" hint="Who made the voices, and under which licence.">
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Show credits
        </Button>
      </Row>
      <Modal
        open={isOpen}
        title="Voices: licences and credits"
        // Space for the close button.
        styles={{ header: { paddingInlineEnd: 32 } }}
        footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <div className={styles.credits}>
          {credits.map(({ title, works }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {works.map(({ name, by, licence, url, use }) => (
                  <div key={name}>
                    <dt>
                      {/* Opens in a new tab, without a referrer. */}
                      <a href={url} target="_blank" rel="noopener noreferrer">
                        {name}
                        <span className="as-visually-hidden"> (opens in a new tab)</span>
                      </a>
                    </dt>
                    <dd className={parts.hint}>
                      {by} · {licence}
                    </dd>
                    <dd className={parts.hint}>{use}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <p>Voices of Azure and of other speech services are subject to the terms of their providers.</p>
        </div>
      </Modal>
    </>
  )
}
