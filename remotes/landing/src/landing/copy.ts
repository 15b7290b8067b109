import { RenameIcon } from '@andscene/web-kit/icons/actions'
import type { IconProps } from '@andscene/web-kit/icons/icon'
import { ClapperIcon, PeopleIcon } from '@andscene/web-kit/icons/things'
import type { ComponentType } from 'react'

export const AUDIENCES: { Icon: ComponentType<IconProps>; title: string; text: string }[] = [
  {
    Icon: RenameIcon,
    title: 'Writers and Screenwriters',
    text: 'Hear where a scene drags and where a joke lands. Dialogue that reads well is not always dialogue that plays well, and now you know before the next draft.',
  },
  {
    Icon: ClapperIcon,
    title: 'Directors and Producers',
    text: 'Take a whole script in on the way to work. Judge pace, length and tone by ear, with a voice for every part, before a single actor is booked.',
  },
  {
    Icon: PeopleIcon,
    title: 'Production Teams',
    text: 'Give everyone the same read. Departments hear each scene as it stands, and talk about the same thing when they meet.',
  },
]

export const STEPS = [
  {
    title: 'Upload a Script',
    text: 'Drop in your Final Draft file. Scenes, characters, acts and notes are found for you, and not a word is lost.',
  },
  {
    title: 'Assign Voices',
    text: 'Cast every character from a wide range of voices, preview them, and choose who reads the narration and the headings.',
  },
  {
    title: 'Listen and Share',
    text: 'Press play and follow along, line by line. Jump by page, scene or act, and share the read with your collaborators.',
  },
] as const
