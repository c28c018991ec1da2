import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import { type EndedAttempt, mayBeCharged } from './attempt.ts'

const DECLINED_COPY: Readonly<Record<OnlineMethod, string>> = {
  nequi:
    'Nequi no aprobó el pago. Revisa tu saldo y que hayas aceptado la notificación en la app, o paga con otro medio.',
  pse: 'Tu banco no aprobó el pago. Revisa tu saldo y tus topes para pagos por PSE, o paga con otro medio.',
  bancolombia_transfer:
    'Bancolombia no aprobó el pago. Revisa tu saldo y tus topes para pagos en línea, o paga con otro medio.',
  card: 'El banco de tu tarjeta no aprobó el pago. Revisa tu cupo y que la tarjeta sirva para compras por internet, o paga con otro medio.',
  bancolombia_collect: 'El comprobante venció sin que se pagara. Pide otro, o paga con otro medio.',
  wompi_page: 'Wompi no aprobó el pago. Intenta de nuevo, o paga con otro medio.',
}
const FAILED_COPY: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'Nequi no pudo procesar el pago. Revisa que el celular sea el de tu cuenta Nequi e intenta de nuevo.',
  pse: 'El banco no pudo procesar el pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
  bancolombia_transfer:
    'Bancolombia no pudo procesar el pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
  card: 'No se pudo cobrar a esa tarjeta. Revisa sus datos e intenta de nuevo, o paga con otro medio.',
  bancolombia_collect:
    'Wompi no pudo preparar el pago en efectivo. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
  wompi_page: 'Wompi no pudo abrir su página de pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
}

/** The message for the payer of an attempt that was not approved: what happened and what to do. */
export function unapprovedCopy(attempt: EndedAttempt): string {
  const { status, method } = attempt
  if (status === 'declined') return DECLINED_COPY[method]
  if (status === 'expired' && method === 'bancolombia_collect') return expiredSlipCopy(attempt)
  if (mayBeCharged(attempt)) {
    return attempt.next_check_at === null
      ? 'Wompi no dijo qué pasó con este pago. Si tu banco lo cobró, queda como saldo a favor: revisa tu cuenta antes de pagar otra vez.'
      : 'El titular empezó otro pago de la misma factura. Si tu banco cobra también este, queda como saldo a favor del titular.'
  }
  if (status === 'expired') {
    return 'El pago no se completó y no se hizo ningún cobro. Puedes intentarlo de nuevo.'
  }
  if (status === 'voided') return 'El pago se anuló y el dinero vuelve a tu cuenta.'
  return FAILED_COPY[method]
}

/** A slip is paid with paper money at a counter, where its payer gets a ticket. */
function expiredSlipCopy(attempt: EndedAttempt): string {
  const { next_check_at, transaction_id } = attempt
  if (next_check_at !== null)
    return 'Se empezó otro pago de la misma factura: no pagues este comprobante. Si ya lo pagaste, ese dinero cuenta para la factura o queda como saldo a favor.'
  if (transaction_id === null && !mayBeCharged(attempt))
    return 'El comprobante no se alcanzó a preparar y no se hizo ningún cobro. Puedes intentarlo de nuevo.'
  return 'Wompi no informó que este comprobante se pagara. Si lo pagaste, muéstrale el tiquete del corresponsal a tu proveedor. Si no, pide otro o paga con otro medio.'
}
