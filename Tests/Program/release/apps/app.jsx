// The posts of the backend in React. Their heights are known, so the page lays them out by itself and measures nothing.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Feed as ClientFeed } from 'layoutd-client/feed';
import { Feed } from 'layoutd-client/react';

const posts = async (method) => (await (await fetch('/posts', { method })).json()).posts;
const keyOf = ({ key }) => key;
const size = ({ height }) => height;
// Each class is in the bundle once.
const ref = (feed) => { if (feed && !(feed instanceof ClientFeed)) throw new TypeError('another Feed'); };
const render = ({ key }) => <article>{key}</article>;

function App() {
  const [items, setItems] = useState([]);
  useEffect(() => void posts('GET').then(setItems), []);
  return (
    <>
      <button onClick={() => posts('POST').then(setItems)}>Post</button>
      <Feed ref={ref} window items={items} keyOf={keyOf} size={size} render={render} />
    </>
  );
}

createRoot(document.querySelector('main')).render(<App />);
