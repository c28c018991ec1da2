import { useState } from 'react'
import { consentApi } from '#domain/consents/api.ts'
import { CHANNEL_LABELS, type Consent, OWN_PURPOSE_LABELS } from '#domain/consents/consent.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import './consents.css'
import { RowList } from '#web/ui/RowList.tsx'

/** The consents of the signed-in client: gives or withdraws each one (PRF-03). */
export function OwnConsentsCard() {
  const [withdrawing, setWithdrawing] = useState<Consent | null>(null)
  const read = useRead(consentApi.list, { query: {} })
  const say = useChange(consentApi.say, { invalidate: [consentApi.list] })
  const change = ({ purpose }: Consent, is_granted: boolean): void =>
    say.mutate(
      { body: { consent: { purpose, is_granted } } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (failure) => toastError(failure.message),
        onSettled: () => setWithdrawing(null),
      },
    )
  return (
    <Card title="Tus autorizaciones">
      <p className="facts__who">
        Tú decides para qué usa tu empresa tus datos. Cada cambio queda registrado con su fecha.
      </p>
      <Query of={read} lines={6} height={32}>
        {({ data }) => (
          <RowList>
            {data.map((consent) => (
              <li key={consent.purpose}>
                <span className="two-lines">
                  {OWN_PURPOSE_LABELS[consent.purpose]}
                  <small>{answerLabel(consent)}</small>
                </span>
                <span className="own-consents__answer">
                  {consent.is_granted ? (
                    <Badge tone="good">Autorizado</Badge>
                  ) : (
                    <Badge tone="quiet">No autorizado</Badge>
                  )}
                  <Button
                    size="dense"
                    aria-label={`${consent.is_granted ? 'Retirar' : 'Autorizar'}: ${OWN_PURPOSE_LABELS[consent.purpose]}`}
                    onClick={() => (consent.is_granted ? setWithdrawing(consent) : change(consent, true))}
                  >
                    {consent.is_granted ? 'Retirar' : 'Autorizar'}
                  </Button>
                </span>
              </li>
            ))}
          </RowList>
        )}
      </Query>
      {withdrawing && (
        <ConfirmDialog
          title="¿Retirar esta autorización?"
          confirm="Sí, retirar"
          busy={say.isPending ? 'Retirando…' : undefined}
          onConfirm={() => change(withdrawing, false)}
          onCancel={() => setWithdrawing(null)}
        >
          {OWN_PURPOSE_LABELS[withdrawing.purpose]}. {effectOf(withdrawing)} Puedes autorizarla de nuevo cuando quieras.
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** What remains after the withdrawal: a contract in force and the law allow a part of the processing without a consent. */
const effectOf = ({ purpose }: Consent): string =>
  purpose === 'data'
    ? 'Mientras tengas contrato, tu empresa conserva lo que la ley le exige para prestarte el servicio y facturarlo.'
    : 'Tu servicio sigue igual.'

function answerLabel({ said }: Consent): string {
  if (said === null) return 'Aún no has respondido'
  return `${dayLabel(dayOf(new Date(said.at)))}, ${CHANNEL_LABELS[said.channel]}`
}
