/** `<masthead-form src="https://content.example.com/forms/…" theme="light">` shows a form within another page. */
class MastheadForm extends HTMLElement {
  connectedCallback() {
    const frame = document.createElement('iframe');
    const theme = this.getAttribute('theme');
    frame.src = (this.getAttribute('src') ?? '') + (theme ? `?theme=${encodeURIComponent(theme)}` : '');
    frame.title = this.getAttribute('title') ?? 'Form';
    frame.style.cssText = 'border: 0; width: 100%; height: 40rem; color-scheme: light dark';
    this.onMessage = ({ source, data }) => {
      const height = Number(data?.mastheadFormHeight);
      if (source === frame.contentWindow && height > 0) frame.style.height = `${height}px`;
    };
    addEventListener('message', this.onMessage);
    this.replaceChildren(frame);
  }

  disconnectedCallback() {
    removeEventListener('message', this.onMessage);
  }
}
customElements.define('masthead-form', MastheadForm);
