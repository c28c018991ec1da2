import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import { type EndedAttempt, mayBeCharged } from './attempt.ts'

const DECLINED_COPY: Readonly<Record<OnlineMethod, string>> = {
  nequi:
    'Nequi no aprobó el pago. Revisa tu saldo y que hayas aceptado la notificación en la app, o paga con otro medio.',
  pse: 'Tu banco no aprobó el pago. Revisa tu saldo y tus topes para pagos por PSE, o paga con otro medio.',
  bancolombia_transfer:
    'Bancolombia no aprobó el pago. Revisa tu saldo y tus topes para pagos en línea, o paga con otro medio.',
  card: 'El banco de tu tarjeta no aprobó el pago. Revisa tu cupo y que la tarjeta sirva para compras por internet, o paga con otro medio.',
}
const FAILED_COPY: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'Nequi no pudo procesar el pago. Revisa que el celular sea el de tu cuenta Nequi e intenta de nuevo.',
  pse: 'El banco no pudo procesar el pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
  bancolombia_transfer:
    'Bancolombia no pudo procesar el pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.',
  card: 'No se pudo cobrar a esa tarjeta. Revisa sus datos e intenta de nuevo, o paga con otro medio.',
}

/** The message for the payer of an attempt that was not approved: what happened and what to do. */
export function unapprovedCopy(attempt: EndedAttempt, method: OnlineMethod): string {
  const { status } = attempt
  if (status === 'declined') return DECLINED_COPY[method]
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
