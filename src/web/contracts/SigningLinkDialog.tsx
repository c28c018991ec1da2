import type { Contract } from '#domain/contracts/contract.ts'
import {
  SIGNING_LINK_DAYS,
  type SigningLink,
  type SigningLinkStatus,
  signingLinkApi,
} from '#domain/contracts/signing-link-api.ts'
import { instantLabel } from '#domain/core/days.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { contract: Contract; onClose: () => void }

/** Enviar para firmar: sends the client the link to sign without a session, and shows and revokes the one that was sent. */
export function SigningLinkDialog({ contract, onClose }: Props) {
  const input = { params: { no: contract.no_contract } }
  const link = useRead(signingLinkApi.get, input).data?.data ?? null
  const send = useChange(signingLinkApi.send)
  const revoke = useChange(signingLinkApi.revoke)
  const [busy, run] = useBusy<'send' | 'revoke'>()
  const done = async (work: Promise<{ message: string }>): Promise<void> => {
    toastSuccess((await work).message)
    onClose()
  }
  return (
    <Dialog
      title="Enviar para firmar"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          {link?.status === 'open' && (
            <Button
              variant="danger"
              busy={busy === 'revoke' ? 'Anulando…' : undefined}
              onClick={() => void run('revoke', () => done(revoke.mutateAsync(input)))}
            >
              Anular enlace
            </Button>
          )}
          <Button
            variant="primary"
            busy={busy === 'send' ? 'Enviando…' : undefined}
            onClick={() => void run('send', () => done(send.mutateAsync(input)))}
          >
            {link?.status === 'open' ? 'Enviar otro' : 'Enviar'}
          </Button>
        </>
      }
    >
      <p>
        {contract.client.name} recibe por correo un enlace para leer el contrato {contract.no_contract} y firmarlo sin
        usuario ni contraseña. Sirve una sola vez, durante {SIGNING_LINK_DAYS} días, y pide el número de su documento.
      </p>
      {link && <Alert tone={link.status === 'open' ? 'info' : 'warn'}>{stateOf(link)}</Alert>}
    </Dialog>
  )
}

const STATES: Readonly<Record<SigningLinkStatus, string>> = {
  open: 'está abierto. Si envías otro, ese deja de servir',
  used: 'ya se usó',
  revoked: 'se anuló',
  expired: 'se venció',
  changed: 'ya no abre, porque el contrato cambió: envía otro',
}

const stateOf = ({ to, sent_at, status }: SigningLink): string =>
  `El enlace que se envió a ${to} el ${instantLabel(new Date(sent_at))} ${STATES[status]}.`
