import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import './einvoices.css'

const absenceOf = ({ status }: ElectronicDetail): string => (status === 'withdrawn' ? 'No se envía' : 'Todavía no')

/** What an electronic document is: who it names, what it corrects, its code and its tries. */
export const DataCard = ({ document }: { document: ElectronicDetail }) => (
  <Card title="Documento">
    <Facts
      facts={[
        { label: 'Cliente', value: `${document.client.name}, ${document.client.identification}` },
        { label: 'Número en Enlace', value: document.document },
        ...(document.kind === 'invoice'
          ? []
          : [
              { label: 'Corrige la factura', value: document.invoice },
              { label: 'Concepto', value: document.concept ?? 'Sin concepto' },
            ]),
        { label: 'Emitido', value: dayLabel(document.issued_on) },
        { label: 'Total', value: pesosLabel(document.total) },
        {
          label: 'Validado',
          value: document.validated_at === null ? absenceOf(document) : instantLabel(new Date(document.validated_at)),
        },
        {
          label: document.kind === 'invoice' ? 'CUFE' : 'CUDE',
          value: document.cufe === null ? absenceOf(document) : <code className="einvoices-code">{document.cufe}</code>,
        },
        { label: 'Intentos', value: document.tries },
        ...(document.next_try_at === null
          ? []
          : [{ label: 'Próximo intento', value: instantLabel(new Date(document.next_try_at)) }]),
        ...(document.qr_url === null
          ? []
          : [
              {
                label: 'En la DIAN',
                value: (
                  <a href={document.qr_url} target="_blank" rel="noreferrer">
                    Ver en el catálogo
                  </a>
                ),
              },
            ]),
      ]}
    />
  </Card>
)
