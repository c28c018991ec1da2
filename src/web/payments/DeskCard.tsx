import type { Debts } from '#domain/payments/online.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'

/** Where to pay and ask, other than online. */
export function DeskCard({ desk }: { desk: Debts['desk'] }) {
  const facts = [
    ...(desk.address ? [{ label: 'En la oficina', value: desk.address }] : []),
    ...(desk.phone ? [{ label: 'Teléfono', value: <a href={`tel:${desk.phone}`}>{desk.phone}</a> }] : []),
    ...(desk.email ? [{ label: 'Correo', value: <a href={`mailto:${desk.email}`}>{desk.email}</a> }] : []),
    ...(desk.whatsapp_url
      ? [
          {
            label: 'WhatsApp',
            value: (
              <a href={desk.whatsapp_url} target="_blank" rel="noreferrer">
                Escríbenos por WhatsApp
              </a>
            ),
          },
        ]
      : []),
  ]
  if (facts.length === 0) return null
  return (
    <Card title="Otras formas de pagar">
      <Facts facts={facts} />
    </Card>
  )
}
