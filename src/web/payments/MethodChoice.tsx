const METHODS = [
  { id: 'nq', mark: 'N', name: 'Nequi', about: 'Apruebas en tu app, sin salir del celular' },
  { id: 'pse', mark: 'PSE', name: 'PSE', about: 'Desde la cuenta de tu banco' },
] as const

export type PayMethod = (typeof METHODS)[number]['id']

/** The choice between the methods of an online payment. */
export const MethodChoice = ({
  method,
  onChoose,
}: {
  method: PayMethod | null
  onChoose: (method: PayMethod) => void
}) => (
  <fieldset className="paying">
    <legend className="visually-hidden">Medio de pago</legend>
    {METHODS.map(({ id, mark, name, about }) => (
      <label key={id} className="choice">
        <input type="radio" name="method" id={id} value={id} checked={method === id} onChange={() => onChoose(id)} />
        <span className="choice__mark" aria-hidden="true">
          {mark}
        </span>
        <span className="choice__text">
          <strong>{name}</strong>
          <small>{about}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
