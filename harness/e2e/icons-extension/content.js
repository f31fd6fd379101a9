/** What password managers and click-to-call extensions do to a page as soon as it is parsed, and whenever it changes. */

const TELEPHONE = /0\d{1,4}-\d{1,4}-\d{3,4}/

function change() {
  for (const input of document.querySelectorAll(
    'input:not([data-icon]), select:not([data-icon])',
  )) {
    input.setAttribute('data-icon', '')
    const icon = document.createElement('span')
    icon.textContent = '🔑'
    icon.className = 'icon-of-extension'
    input.after(icon)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (TELEPHONE.test(text.data) && !text.parentElement?.closest('script, .link-of-extension'))
      found.push(text)
  for (const text of found) {
    const { 0: number, index } = TELEPHONE.exec(text.data) ?? { 0: '', index: 0 }
    const rest = text.splitText(index)
    rest.splitText(number.length)
    const link = document.createElement('a')
    link.className = 'link-of-extension'
    link.href = `tel:${number}`
    link.textContent = number
    rest.replaceWith(link)
  }
}

change()
new MutationObserver(change).observe(document.body, { childList: true, subtree: true })
