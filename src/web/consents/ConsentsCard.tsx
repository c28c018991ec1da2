import { consentApi } from '#domain/consents/api.ts'
import { CHANNEL_LABELS, type Consent, PURPOSE_LABELS } from '#domain/consents/consent.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import './consents.css'

/** The consents of a client by purpose, with the button that records the client's answer at the desk (CLI-02). */
export function ConsentsCard({ clientId }: { clientId: string }) {
  const read = useRead(consentApi.list, { query: { client_id: clientId } })
  const say = useChange(consentApi.say, { invalidate: [consentApi.list] })
  const change = (consent: Consent): void =>
    say.mutate(
      { body: { consent: { client_id: clientId, purpose: consent.purpose, is_granted: !consent.is_granted } } },
      { onSuccess: ({ message }) => toastSuccess(message), onError: (failure) => toastError(failure.message) },
    )
  return (
    <Card title="Autorizaciones">
      <Query of={read} lines={6} height={24}>
        {({ data }) => (
          <RowList>
            {data.map((consent) => (
              <li key={consent.purpose}>
                <span className="two-lines">
                  <strong>{PURPOSE_LABELS[consent.purpose]}</strong>
                  <small>{answerLabel(consent)}</small>
                </span>
                <span className="consent__answer">
                  {consent.is_granted ? <Badge tone="good">Autoriza</Badge> : <Badge tone="quiet">No autoriza</Badge>}
                  <Button
                    size="dense"
                    aria-label={`${consent.is_granted ? 'Retirar' : 'Registrar'}: ${PURPOSE_LABELS[consent.purpose]}`}
                    onClick={() => change(consent)}
                  >
                    {consent.is_granted ? 'Retirar' : 'Registrar'}
                  </Button>
                </span>
              </li>
            ))}
          </RowList>
        )}
      </Query>
    </Card>
  )
}

function answerLabel({ said }: Consent): string {
  if (said === null) return 'Sin registrar'
  return `${dayLabel(dayOf(new Date(said.at)))}, ${CHANNEL_LABELS[said.channel]}, por ${said.by}`
}
