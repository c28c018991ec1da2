import { type Missing, STEPS } from '#domain/installations/draft.ts'

type Props = { step: number; missing: readonly Missing[]; onStep: (step: number) => void }

/** The current step, and a bar to go to any other: green when nothing is missing there, and named so. */
export function StepBar({ step, missing, onStep }: Props) {
  return (
    <nav className="step-bar" aria-label="Pasos del acta">
      <h2 id="step" tabIndex={-1} className="step-bar__title">
        Paso {step + 1} de {STEPS.length}: {STEPS[step]?.label}
      </h2>
      <ol role="list" className="step-bar__steps">
        {STEPS.map(({ key, label }, index) => {
          const left = missing.filter((one) => one.step === key).length
          return (
            <li key={key}>
              <button
                type="button"
                className={left === 0 ? 'step-bar__step step-bar__step--done' : 'step-bar__step'}
                aria-current={index === step ? 'step' : undefined}
                aria-label={`${index + 1} ${label}, ${left === 0 ? 'completo' : `faltan ${left}`}`}
                onClick={() => onStep(index)}
              >
                {index + 1}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
