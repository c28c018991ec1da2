import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { useRead } from '#web/core/queries.ts'
import { copyText, hasShareSheet, whatsappUrl } from '#web/core/share.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useShareFile } from '#web/core/use-share-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = {
  /** What the document is called: 'el recibo 12'. */
  name: string
  clientId: string
  /** Saves the PDF on the computer. */
  save: () => Promise<void>
  /** The PDF, for the browser's own sheet. */
  file: () => Promise<File>
  /** The sentence of a message about the document. */
  text: string
  /** Sends it to the e-mail of the client. Left out for a document that is not sent any more. */
  send?: () => Promise<{ message: string }>
}

/** What the desk does with a document of a client: print it, save its PDF, send it by e-mail, by WhatsApp or by the browser's own sheet. */
export function DocumentTools({ name, clientId, save, file, text, send }: Props) {
  const [busy, run] = useBusy<'save' | 'send' | 'share'>()
  const client = useRead(clientApi.get, { params: { id: clientId } }).data?.data
  const share = useShareFile({ fetch: file, text, again: 'El PDF está listo: toca Con otra aplicación otra vez' })
  return (
    <>
      <Button variant="primary" onClick={() => window.print()}>
        Imprimir
      </Button>
      <Button busy={busy === 'save' ? 'Preparando…' : undefined} onClick={() => void run('save', save)}>
        Descargar PDF
      </Button>
      <LazyMenu
        label={`Enviar ${name}`}
        face={busy === 'send' ? 'Enviando…' : busy === 'share' ? 'Preparando…' : 'Enviar'}
        items={[
          ...(send
            ? [
                {
                  label: 'Por correo',
                  disabledReason:
                    client?.email === null ? 'El cliente no tiene correo: agrégalo en su ficha' : undefined,
                  onSelect: () => void run('send', async () => toastSuccess((await send()).message)),
                },
              ]
            : []),
          {
            label: 'Por WhatsApp',
            disabledReason: phoneProblemOf(client),
            onSelect: () => client?.phone && window.open(whatsappUrl(text, client.phone), '_blank', 'noopener'),
          },
          ...(hasShareSheet()
            ? [
                {
                  label: 'Con otra aplicación',
                  onSelect: () => void run('share', share),
                },
              ]
            : []),
          { label: 'Copiar el mensaje', onSelect: () => void copyText(text, 'Mensaje copiado') },
        ]}
      />
    </>
  )
}

function phoneProblemOf(client: Client | undefined): string | undefined {
  if (client === undefined) return 'Estamos buscando su celular'
  return client.phone === null ? 'El cliente no tiene celular: agrégalo en su ficha' : undefined
}
