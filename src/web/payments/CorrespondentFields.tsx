import type { ComponentProps } from 'react'
import { PayerPhoneField } from './PayerPhoneField.tsx'

export const CORRESPONDENT_HINT = 'El comprobante se paga en el corresponsal de pruebas de Wompi.'
/** What the button of the form does, before the amount: nothing is paid yet. */
export const CORRESPONDENT_ACTION = 'Pedir comprobante por'

/** What happens with a payment in cash, and the phone of the payer. */
export const CorrespondentFields = (phone: ComponentProps<typeof PayerPhoneField>) => (
  <>
    <p>
      Te damos un comprobante con dos números. Los muestras en un corresponsal Bancolombia, pagas en efectivo y tu
      factura queda paga. Tienes tres días para hacerlo.
    </p>
    <PayerPhoneField {...phone} />
  </>
)
