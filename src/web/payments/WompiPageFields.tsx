import type { ComponentProps } from 'react'
import { PayerPhoneField } from './PayerPhoneField.tsx'

export const WOMPI_PAGE_HINT = 'La página de prueba de Wompi deja escoger cómo termina el pago.'
/** What the button of the form does, before the amount: the payment is made on the other page. */
export const WOMPI_PAGE_ACTION = 'Ir a Wompi a pagar'

/** What happens on the page of Wompi, and the phone of the payer. Wompi asks the rest. */
export const WompiPageFields = (phone: ComponentProps<typeof PayerPhoneField>) => (
  <>
    <p>
      Se abre la página de Wompi con todos los medios de pago que recibe tu proveedor. Escoges uno, pagas y vuelves aquí
      con el resultado. Tienes una hora para hacerlo.
    </p>
    <PayerPhoneField {...phone} />
  </>
)
