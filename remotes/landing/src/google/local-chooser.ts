export { CHOSEN, chooseLocalAccount, type LocalAccount } from '@andscene/web-kit/local-chooser'
