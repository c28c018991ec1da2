import { useState } from 'react'
import type { Role } from '#domain/core/roles.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { topicsOf } from '#domain/notifications/notification.ts'
import { TOPIC_LABELS, type Topic } from '#domain/notifications/topics.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** NOT-02: the topics that are also sent by e-mail. The mandatory ones are shown disabled, with the reason. */
export function ByMail({ role }: { role: Role }) {
  const preferences = useRead(notificationApi.preferences, {})
  const choose = useChange(notificationApi.choose, { invalidate: [notificationApi.preferences] })
  // A change is shown immediately; after a failure the stored value returns.
  const [draft, setDraft] = useState<readonly Topic[] | null>(null)
  const chosen = draft ?? preferences.data?.data.by_mail ?? []
  const toggle = (topic: Topic): void => {
    const by_mail = chosen.includes(topic) ? chosen.filter((other) => other !== topic) : [...chosen, topic]
    setDraft(by_mail)
    choose.mutate(
      { body: { by_mail } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (failure) => {
          setDraft(null)
          toastError(failure.message)
        },
      },
    )
  }
  return (
    <Card title="También por correo">
      <Query of={preferences}>
        {({ data }) => (
          <>
            {data.email === null && (
              <Alert tone="warn">No tenemos tu correo: pide que lo agreguen para poder escribirte.</Alert>
            )}
            <ul className="mail-choices" role="list">
              {topicsOf(role).map((topic) => (
                <li key={topic}>
                  <CheckboxField
                    label={TOPIC_LABELS[topic]}
                    checked={chosen.includes(topic)}
                    disabled={choose.isPending}
                    onChange={() => toggle(topic)}
                  />
                </li>
              ))}
              {role === 'client' && (
                <li>
                  <CheckboxField label="Recibos de tus pagos en línea" checked disabled readOnly />
                  <small>Siempre te llegan: son tus comprobantes.</small>
                </li>
              )}
              <li>
                <CheckboxField label="Seguridad de tu cuenta" checked disabled readOnly />
                <small>Siempre te avisamos si cambia tu contraseña.</small>
              </li>
            </ul>
          </>
        )}
      </Query>
    </Card>
  )
}
