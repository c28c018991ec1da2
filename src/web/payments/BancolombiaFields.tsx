import type { ComponentProps } from 'react'
import { PayerPhoneField } from './PayerPhoneField.tsx'

export const BANCOLOMBIA_HINT = 'La página de prueba de Bancolombia deja escoger cómo termina el pago.'

/** What happens with the button of Bancolombia, and the phone of the payer. The bank asks the rest on its own page. */
export const BancolombiaFields = (phone: ComponentProps<typeof PayerPhoneField>) => (
  <>
    <p>
      Te llevamos a Bancolombia: entras con tu usuario, apruebas el pago desde tu cuenta y vuelves aquí con el
      resultado.
    </p>
    <PayerPhoneField {...phone} />
  </>
)
