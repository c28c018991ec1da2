import type { Contract } from '#domain/contracts/contract.ts'
import { signingLinkApi } from '#domain/contracts/signing-link-api.ts'
import { instantLabel } from '#domain/core/days.ts'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'

/** For the desk, on a draft: the link to sign that is out and until when, or that it does not open because the contract changed. */
export function SigningLinkNotice({ contract, onSend }: { contract: Contract; onSend: () => void }) {
  const link = useRead(signingLinkApi.get, { params: { no: contract.no_contract } }).data?.data ?? null
  if (link?.status === 'open')
    return (
      <Alert>
        {link.to} tiene un enlace para firmar. Vale hasta el {instantLabel(new Date(link.expires_at))}.
      </Alert>
    )
  if (link?.status !== 'changed' && link?.status !== 'expired') return null
  return (
    <Alert tone="warn">
      {link.status === 'changed'
        ? `El contrato cambió después de que se envió el enlace para firmar a ${link.to}: ya no abre, y el cliente necesita uno nuevo.`
        : `El enlace para firmar que se envió a ${link.to} se venció el ${instantLabel(new Date(link.expires_at))}.`}{' '}
      <Button onClick={onSend}>Enviar enlace nuevo</Button>
    </Alert>
  )
}
