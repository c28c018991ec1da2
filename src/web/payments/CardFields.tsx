import { INSTALLMENTS_MAX } from '#domain/payments/online.ts'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { PayerPhoneField } from './PayerPhoneField.tsx'
import type { ReadText } from './payment-body.ts'

export const CARD_HINT = 'La tarjeta 4242 4242 4242 4242 aprueba y la 4111 1111 1111 1111 rechaza.'

const INSTALLMENTS = 'payment.payment_method.installments'
/** The names of the controls. */
export const CARD_FIELDS = ['card.number', 'card.holder', 'card.expiry', 'card.cvc', INSTALLMENTS] as const

/** The data of the card as they are typed: sent to the provider alone, and kept nowhere. */
export const typedCard = (text: ReadText) => ({
  number: text('card.number'),
  holder: text('card.holder'),
  expiry: text('card.expiry'),
  cvc: text('card.cvc'),
})

export const installmentsOf = (text: ReadText): number => Number(text(INSTALLMENTS))

const CHOICES = Array.from({ length: INSTALLMENTS_MAX }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 cuota' : `${index + 1} cuotas`,
}))

type Props = {
  phone: string
  /** The name of the control of the phone. */
  phoneField: string
  errors: Readonly<Record<string, string>>
}

/** The card, its installments and the phone of the payer. */
export const CardFields = ({ phone, phoneField, errors }: Props) => (
  <>
    <p>Los datos de tu tarjeta van de este celular o computador a Wompi. Aquí no se guardan.</p>
    <Digits name="card.number" label="Número de la tarjeta" complete="cc-number" errors={errors} />
    <TextField
      label="Nombre como está en la tarjeta"
      id="card.holder"
      name="card.holder"
      autoComplete="cc-name"
      error={errors['card.holder']}
    />
    <Digits name="card.expiry" label="Vence (mes y año)" hint="Como 06/29" complete="cc-exp" errors={errors} />
    <Digits
      name="card.cvc"
      label="Código de seguridad"
      hint="Los 3 o 4 dígitos de la tarjeta"
      complete="cc-csc"
      errors={errors}
    />
    <SelectField
      label="Cuotas"
      id={INSTALLMENTS}
      name={INSTALLMENTS}
      options={CHOICES}
      defaultValue="1"
      error={errors[INSTALLMENTS]}
    />
    <PayerPhoneField phone={phone} phoneField={phoneField} error={errors[phoneField]} />
  </>
)

type DigitsProps = { name: string; label: string; hint?: string; complete: string; errors: Props['errors'] }

const Digits = ({ name, label, hint, complete, errors }: DigitsProps) => (
  <TextField
    label={label}
    hint={hint}
    id={name}
    name={name}
    inputMode="numeric"
    autoComplete={complete}
    error={errors[name]}
  />
)
