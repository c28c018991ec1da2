import './Steps.css'

/** The current step of a task with several steps. */
export function Steps({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label="Pasos">
      {labels.map((label, index) => (
        <li
          key={label}
          className={index <= current ? 'steps__one steps__one--done' : 'steps__one'}
          aria-current={index === current ? 'step' : undefined}
        >
          {index + 1} {label}
        </li>
      ))}
    </ol>
  )
}
