import { consentApi } from '#domain/consents/api.ts'
import { CHANNEL_LABELS, type Consent, PURPOSE_LABELS } from '#domain/consents/consent.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { ErrorState, Skeleton } from '#web/ui/States.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** What a client authorised, by purpose, and the desk's way to write down what the client says (CLI-02). */
export function ConsentsCard({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useRead(consentApi.list, { query: { client_id: clientId } })
  const say = useChange(consentApi.say)
  const change = (consent: Consent): void =>
    say.mutate(
      { body: { consent: { client_id: clientId, purpose: consent.purpose, is_granted: !consent.is_granted } } },
      { onSuccess: ({ message }) => toastSuccess(message), onError: (failure) => toastError(failure.message) },
    )
  return (
    <Card title="Autorizaciones">
      {data ? (
        <ul className="client-contracts" role="list">
          {data.data.map((consent) => (
            <li key={consent.purpose}>
              <span>
                <strong>{PURPOSE_LABELS[consent.purpose]}</strong>
                <small>{saidLabel(consent)}</small>
              </span>
              <span className="client-consent">
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
        </ul>
      ) : error ? (
        <ErrorState message={error.message} code={error.code} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} height={24} />
      )}
    </Card>
  )
}

function saidLabel({ said }: Consent): string {
  if (said === null) return 'Sin registrar'
  return `${dayLabel(dayOf(new Date(said.at)))}, ${CHANNEL_LABELS[said.channel]}, por ${said.by}`
}
