import { TextField } from '#web/ui/TextField.tsx'

export const WOMPI_PAGE_HINT = 'La página de prueba de Wompi deja escoger cómo termina el pago.'
/** What the button of the form does, before the amount: the payment is made on the other page. */
export const WOMPI_PAGE_ACTION = 'Ir a Wompi a pagar'

type Props = {
  phone: string
  /** The name of the control of the phone. */
  phoneField: string
  error: string | undefined
}

/** What happens on the page of Wompi, and the phone of the payer. Wompi asks the rest. */
export const WompiPageFields = ({ phone, phoneField, error }: Props) => (
  <>
    <p>
      Se abre la página de Wompi con todos los medios de pago que recibe tu proveedor. Escoges uno, pagas y vuelves aquí
      con el resultado. Tienes una hora para hacerlo.
    </p>
    <TextField
      label="Celular"
      id={phoneField}
      name={phoneField}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      defaultValue={phone}
      error={error}
    />
  </>
)
