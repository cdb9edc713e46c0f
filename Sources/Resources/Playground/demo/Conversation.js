import { random } from '../photo/chance.js';

const names = ['Ada', 'Ben', 'Mia', 'Sam'];
const sentences = [
  'The night train leaves at half past nine.', 'I have the tickets.', 'Who has the good camera?', 'Found it, it was in the blue bag.',
  'Look at this!', 'It rained here all day, so I am a little jealous of you.', 'Yes.', 'No way.', 'The flat is in the street behind the market, '
  + 'third floor, and the door needs a push at the bottom while you turn the key.', 'Dinner on Friday?', 'There is a place by the river '
  + 'where they grill the fish on the pavement.', 'Count me in.', 'I will be a bit late.', 'Can somebody bring sun cream and a hat? Mine is '
  + 'still at the office.', 'Done.', 'Ten words of Portuguese so far: bom dia, obrigado, and eight kinds of cake.', 'Ha!', 'The coast is '
  + 'steeper than it looks on the map, but the path is good and there is a bench every few hundred metres.', 'Wait for me at the corner.',
  'Good night, all.', 'Did you water the plants?', 'Twice.', 'Mia says that the market opens at seven and that one should be there by then, '
  + 'since the peaches are gone at eight.', 'Perfect.', 'Which platform?', 'Four, at the very end.', 'My battery is at three percent.',
];
const dayMilliseconds = 86_400_000;
const dayText = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });

/** The messages of some friends, by days. Those of a day are generated from its number, so they are always the same. */
export class Conversation {
  /** `{ number, messages: [{ id, author, text, photo }] }`: the number of days before today, the first one first. */
  days = [];
  #messages = [];
  #lastDays;

  /** @param lastDays the number of days before today at which it begins */
  constructor(lastDays) {
    this.#lastDays = lastDays;
    for (let number = 2; number >= 0; number -= 1) this.days.push(this.#day(number));
  }

  get count() {
    return this.#messages.length;
  }

  message(id) {
    return this.#messages[id];
  }

  /** The text of a day's header. */
  title(number) {
    if (number < 2) return ['Today', 'Yesterday'][number];
    return dayText.format(Date.now() - number * dayMilliseconds) + (number === this.#lastDays ? ': the first message' : '');
  }

  get isWhole() {
    return this.days[0].number === this.#lastDays;
  }

  /** Adds the previous day at the start. */
  loadOlder() {
    this.days = [this.#day(this.days[0].number + 1), ...this.days];
  }

  /** Adds a message of today, by default by a random author. */
  add(text = sentences[Math.floor(Math.random() * sentences.length)], author = names[Math.floor(Math.random() * names.length)]) {
    const today = this.days.at(-1);
    this.days = [...this.days.slice(0, -1), { ...today, messages: [...today.messages, this.#message({ author, text })] }];
  }

  #day(number) {
    const next = random(number + 1);
    const pick = (list) => list[Math.floor(next() * list.length)];
    const message = () => {
      const text = Array.from({ length: 1 + Math.floor(3 * next() ** 2) }, () => pick(sentences)).join(' ');
      return this.#message({ author: next() < 0.3 ? null : pick(names), text, photo: next() < 0.12 ? Math.floor(1e6 * next()) : undefined });
    };
    return { number, messages: Array.from({ length: 12 + Math.floor(20 * next()) }, message) };
  }

  /** @param members the author null is the user */
  #message(members) {
    const message = { id: this.#messages.length, ...members };
    this.#messages.push(message);
    return message;
  }
}
