import { BulkBar } from '#web/bulk/BulkBar.tsx'
import type { ChosenRows } from '#web/core/chosen-rows.ts'

/** What can be done with the chosen invoices. */
export const InvoiceBulkBar = ({ chosen }: { chosen: ChosenRows }) => (
  <BulkBar list="invoices" chosen={chosen} words={WORDS} buttonsOf={buttonsOf} />
)

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

const WORDS = {
  all: (total: string) => `las ${total} facturas`,
  chosen: (chosen: number) => `${count(chosen)} ${chosen === 1 ? 'factura elegida' : 'facturas elegidas'}`,
}

const buttonsOf = (chosen: number) => {
  const invoices = `${count(chosen)} ${chosen === 1 ? 'factura' : 'facturas'}`
  return [
    {
      action: 'send_invoices',
      label: 'Enviar por correo',
      question: {
        title: `¿Enviar ${invoices} por correo?`,
        text: 'Cada cliente recibe las suyas en un correo por factura. Las de clientes sin correo quedan en la lista de lo que no se pudo.',
        confirm: `Enviar ${invoices}`,
      },
    },
    {
      action: 'remind_invoices',
      label: 'Recordar el pago',
      question: {
        title: `¿Recordar el pago de ${invoices}?`,
        text: 'Cada cliente recibe un solo correo. El de una factura vencida sale en el horario que permite la ley, y solo a quien lo autoriza. Puedes deshacer los que no hayan salido.',
        confirm: 'Recordar el pago',
      },
    },
    { action: 'print_invoices', label: 'Un solo PDF' },
    { action: 'zip_invoices', label: 'ZIP de PDF' },
  ] as const
}
