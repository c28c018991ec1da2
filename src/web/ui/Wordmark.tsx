import './Wordmark.css'

/** The logo and the name, in the colour of the text around it. */
export const Wordmark = () => (
  <span className="wordmark">
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect width="22" height="22" rx="6" fill="#0b5fff" />
      <path d="M7 11h8" stroke="#fff" strokeWidth="1.5" />
      <circle cx="7" cy="11" r="3" fill="#fff" />
      <circle cx="15" cy="11" r="3" fill="#fff" />
    </svg>
    Enlace
  </span>
)
