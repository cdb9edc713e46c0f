/**
 * The motifs of photographs. A scene fills a canvas: `width` and `height` are its size, `version` chooses its colours, `random` its shapes.
 */
export const scenes = [sunset, mountains, meadow, city, flower, dunes, coast, lights, aurora, coffee];

/** Fills a part of the canvas with colours from its top to its bottom. */
function fall(context, { width }, top, bottom, colors) {
  const gradient = context.createLinearGradient(0, top, 0, bottom);
  colors.forEach((color, place) => gradient.addColorStop(place / (colors.length - 1), color));
  context.fillStyle = gradient;
  context.fillRect(0, top, width, bottom - top);
}

/** A disk that is dense in its middle, and fades towards its edge. */
function glow(context, x, y, radius, color, middle = 0) {
  const gradient = context.createRadialGradient(x, y, radius * middle, x, y, radius);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, `${color.slice(0, 7)}00`);
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

function disk(context, x, y, radius, color, flat = 1) {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x, y, radius, radius * flat, 0, 0, 2 * Math.PI);
  context.fill();
}

/** The colour between two, `#rrggbb` each. */
function mix(one, other, part) {
  const channel = (color, at) => parseInt(color.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(channel(one, at) + (channel(other, at) - channel(one, at)) * part)
    .toString(16).padStart(2, '0')).join('')}`;
}

/** Heights of a jagged line, from 0 to 1: each midpoint of two points is displaced at random. */
function jagged(random, roughness) {
  let line = [random(), random()];
  for (let most = 0.6; line.length < 200; most *= roughness) {
    line = line.flatMap((height, place) => (
      place === 0 ? [height] : [(line[place - 1] + height) / 2 + most * (random() - 0.5), height]));
  }
  const [least, most] = [Math.min(...line), Math.max(...line)];
  return line.map((height) => (height - least) / (most - least));
}

/** The heights of a rolling line, from 0 to 1. */
function rolling(random) {
  const waves = [1, 2.3, 4.1].map((speed) => ({ speed, start: 7 * random(), size: 1 / speed }));
  const size = waves.reduce((sum, wave) => sum + wave.size, 0);
  return Array.from({ length: 101 }, (_, place) => (
    waves.reduce((sum, wave) => sum + wave.size * Math.sin(wave.start + wave.speed * place / 25), 0) / size + 1) / 2);
}

/** Fills everything below a line, which lies between two heights of the canvas. */
function land(context, { width, height }, line, low, high, color) {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(0, height);
  line.forEach((up, place) => context.lineTo(width * place / (line.length - 1), low + (high - low) * up));
  context.lineTo(width, height);
  context.fill();
}

/** A row of dark firs in the foreground. */
function firs(context, { width, height, random }, foot, size, color) {
  context.fillStyle = color;
  for (let x = -10; x < width + 10; x += size * (0.12 + 0.3 * random())) {
    const [tall, y] = [size * (0.6 + 0.7 * random()), foot + size * 0.3 * random()];
    for (let step = 0; step < 5; step += 1) {
      const [top, half] = [y - tall * (1 - step * 0.18), tall * (0.06 + 0.035 * step)];
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x - half, top + tall * 0.3);
      context.lineTo(x + half, top + tall * 0.3);
      context.fill();
    }
  }
  context.fillRect(0, foot + size * 0.2, width, height);
}

function stars(context, { width, height, random }, bottom) {
  for (let count = 0; count < 160; count += 1) {
    context.fillStyle = `rgb(255 255 255 / ${0.2 + 0.8 * random() ** 3})`;
    context.fillRect(width * random(), bottom * height * random(), 1 + (random() > 0.9), 1);
  }
}

function cloud(context, { random }, x, y, size) {
  for (let count = 0; count < 26; count += 1) {
    const along = random() * 2 - 1;
    const radius = size * (0.16 + 0.22 * random() * (1 - Math.abs(along)));
    glow(context, x + along * size, y - random() * size * 0.3 * (1 - along * along), radius, '#ffffff55', 0.2);
  }
}

/** The sun over the sea. */
function sunset(context, scene) {
  const { width, height, version, random } = scene;
  const skies = [
    ['#23305f', '#8a5a92', '#f0906a', '#ffd79a'], ['#1d5c8a', '#7db7d3', '#fbdcb0', '#fff0cf'],
    ['#2c1c40', '#93405f', '#f57e50', '#ffd070'], ['#39527f', '#c07f9a', '#ffb9a3', '#ffe9cf'],
  ];
  const sky = skies[version];
  const horizon = height * (0.56 + 0.1 * random());
  const [x, y] = [width * (0.3 + 0.4 * random()), horizon - height * (0.04 + 0.12 * random())];
  fall(context, scene, 0, horizon, sky);
  glow(context, x, y, width * 0.55, '#fff2c8b0');
  glow(context, x, y, height * 0.12, '#fffbe8', 0.55);
  for (let count = 0; count < 5; count += 1) {
    context.globalAlpha = 0.25;
    disk(context, width * random(), horizon * (0.15 + 0.6 * random()), width * (0.12 + 0.2 * random()), mix(sky[1], '#ffe8d8', 0.5), 0.05);
  }
  context.globalAlpha = 1;
  fall(context, scene, horizon, height, [mix(sky[2], sky[0], 0.35), mix(sky[1], '#0c1830', 0.6), '#0d1a30']);
  for (let count = 0; count < 170; count += 1) {
    const depth = random() ** 1.6;
    const spread = width * (0.02 + 0.13 * depth);
    context.globalAlpha = 0.55 * (1 - depth * 0.8);
    disk(context, x + spread * (random() + random() - 1) * 1.4, horizon + 2 + (height - horizon) * depth, width * (0.006 + 0.03 * depth), sky[3], 0.12);
  }
  context.globalAlpha = 1;
  if (random() > 0.4) land(context, scene, jagged(random, 0.5).map((up, place) => up * (1 - place / 110)), horizon + 1, horizon - height * 0.16, mix(sky[0], '#101020', 0.5));
  context.fillStyle = mix(sky[0], '#0d1a30', 0.7);
  context.globalAlpha = 0.5;
  context.fillRect(0, horizon, width, 1.5);
  context.globalAlpha = 1;
}

/** Ranges of mountains one behind the other, some of them above a lake. */
function mountains(context, scene) {
  const { width, height, version, random } = scene;
  const [sky, haze, dark] = [
    [['#4f86c6', '#a9cbe8', '#f6e7d2'], '#b3c9de', '#16283a'], [['#32456b', '#c58b90', '#ffd9a8'], '#d5a79c', '#231c33'],
    [['#7fa8c9', '#cfe0ea', '#f7f4ec'], '#c9d8e0', '#1d3a36'], [['#1d3f78', '#6d9ccb', '#e5eef5'], '#9dbad6', '#10223f'],
  ][version];
  const hasLake = version % 2 === 0;
  const shore = height * (hasLake ? 0.66 : 1);
  fall(context, scene, 0, height * 0.7, sky);
  if (random() > 0.5) glow(context, width * random(), height * 0.3, width * 0.4, '#fff6dca0');
  const count = 4;
  for (let layer = 0; layer < count; layer += 1) {
    const near = layer / (count - 1);
    const low = shore * (0.62 + 0.34 * near);
    const line = jagged(random, 0.5 + 0.06 * near);
    land(context, scene, line, low, low - height * (0.42 - 0.24 * near), mix(haze, dark, 0.12 + 0.8 * near));
    if (layer === 1) {
      // Snow.
      context.save();
      context.clip();
      fall(context, scene, low - height * 0.34, low - height * 0.1, ['#ffffffe0', '#ffffff90', '#ffffff00']);
      context.restore();
    }
    if (layer < count - 1) fall(context, scene, low - height * 0.12, low + height * 0.1, [`${haze}00`, `${haze}90`, `${haze}00`]);
  }
  if (!hasLake) return firs(context, scene, height * 0.93, height * 0.2, mix(dark, '#000000', 0.4));
  context.save();
  context.translate(0, 2 * shore);
  context.scale(1, -1);
  context.drawImage(context.canvas, 0, 2 * shore - height, width, height - shore, 0, 2 * shore - height, width, height - shore);
  context.restore();
  fall(context, scene, shore, height, [`${dark}50`, `${dark}c0`]);
  for (let lines = 0; lines < 40; lines += 1) {
    context.globalAlpha = 0.12;
    disk(context, width * random(), shore + (height - shore) * random(), width * (0.03 + 0.1 * random()), '#ffffff', 0.02);
  }
  context.globalAlpha = 1;
}

/** Hills and clouds in summer. */
function meadow(context, scene) {
  const { width, height, version, random } = scene;
  const [far, near, blossoms] = [
    ['#8fb58b', '#4e8a34', ['#e8402f', '#ff7a5c']], ['#a9bf7a', '#7d9a2e', ['#fff6d0', '#ffd84a']],
    ['#9fb8a8', '#3f7d4d', ['#b48be0', '#e3b7ff']], ['#c7c07a', '#b79332', ['#f5e3a0', '#d9b04a']],
  ][version];
  fall(context, scene, 0, height * 0.65, ['#2f79c4', '#7db7e6', '#d8ecf6']);
  for (let count = 0; count < 4; count += 1) cloud(context, scene, width * random(), height * (0.12 + 0.28 * random()), width * (0.1 + 0.12 * random()));
  for (let layer = 0; layer < 4; layer += 1) {
    const color = mix(far, near, layer / 3);
    const low = height * (0.66 + 0.1 * layer);
    const gradient = context.createLinearGradient(0, low - height * 0.16, 0, height);
    gradient.addColorStop(0, mix(color, '#ffffff', 0.18));
    gradient.addColorStop(0.5, mix(color, '#10240c', 0.3));
    land(context, scene, rolling(random), low, low - height * 0.16, gradient);
    for (let trees = 0; layer < 3 && trees < 9; trees += 1) {
      const [x, size] = [width * random(), height * (0.012 + 0.01 * layer)];
      disk(context, x, low - height * 0.01, size * 2, mix(color, '#0e2a12', 0.55), 0.8);
    }
  }
  for (let count = 0; count < 260; count += 1) {
    const depth = random();
    disk(context, width * random(), height * (0.86 + 0.16 * depth), 1 + 2.6 * depth, blossoms[count % 2], 0.7);
  }
}

/** A town at night. */
function city(context, scene) {
  const { width, height, version, random } = scene;
  const [sky, wall, light] = [
    [['#0b1230', '#2b3568', '#d9826b'], '#0c1022', '#ffd58a'], [['#10131f', '#1f3a52', '#5fa0a8'], '#0a1219', '#ffe9b8'],
    [['#1a0f2e', '#4b2a63', '#e0779a'], '#120b22', '#ffcf70'], [['#0a1a33', '#27508a', '#f3b98a'], '#0a1526', '#fff0c0'],
  ][version];
  fall(context, scene, 0, height * 0.85, sky);
  stars(context, scene, 0.4);
  disk(context, width * (0.15 + 0.7 * random()), height * 0.17, height * 0.045, '#fff4d6');
  const water = height * 0.84;
  for (let layer = 0; layer < 3; layer += 1) {
    const color = mix(mix(sky[1], sky[2], 0.35), wall, 0.35 + 0.32 * layer);
    for (let x = -10; x < width;) {
      const wide = width * (0.035 + 0.05 * random());
      const tall = height * (0.16 + 0.36 * random() ** 2 - 0.05 * layer);
      context.fillStyle = color;
      context.fillRect(x, water - tall, wide, tall);
      if (random() > 0.7) context.fillRect(x + wide / 2, water - tall * 1.22, 1.5, tall * 0.3);
      for (let y = water - tall + 5; layer > 0 && y < water - 5; y += 6) {
        for (let at = x + 3; at < x + wide - 4; at += 5) {
          context.fillStyle = light;
          context.globalAlpha = random() > 0.62 ? 0.35 + 0.6 * random() : 0;
          context.fillRect(at, y, 2.4, 3);
        }
      }
      context.globalAlpha = 1;
      x += wide + random() * 3;
    }
  }
  context.save();
  context.translate(0, 2 * water);
  context.scale(1, -1);
  context.drawImage(context.canvas, 0, 2 * water - height, width, height - water, 0, 2 * water - height, width, height - water);
  context.restore();
  fall(context, scene, water, height, [`${wall}80`, `${wall}e0`]);
  for (let count = 0; count < 60; count += 1) {
    context.globalAlpha = 0.5 * random();
    disk(context, width * random(), water + (height - water) * random(), 5 + 10 * random(), light, 0.08);
  }
  context.globalAlpha = 1;
}

/** A blossom before a garden out of focus. */
function flower(context, scene) {
  const { width, height, version, random } = scene;
  const [petal, middle, garden] = [
    ['#f06292', '#ffd54f', ['#1f3d22', '#4f7f3a', '#88a84f']], ['#fff3e0', '#f9a825', ['#23402f', '#3f6f55', '#7ea07c']],
    ['#ff8f3f', '#5d2e12', ['#22331c', '#5b6e2a', '#a0a040']], ['#8d74e8', '#ffe082', ['#1c3536', '#3f6b62', '#86a386']],
  ][version];
  fall(context, scene, 0, height, [garden[1], garden[0]]);
  for (let count = 0; count < 26; count += 1) {
    glow(context, width * random(), height * random(), height * (0.08 + 0.2 * random()), `${garden[count % 3]}90`, 0.5);
  }
  const bloom = (x, y, size, count) => {
    context.lineWidth = size * 0.09;
    context.strokeStyle = mix(garden[1], '#1d3a1a', 0.4);
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(x - size * 0.3, y + size, x + size * 0.2, y + height);
    context.stroke();
    for (const ring of [1, 0.74]) {
      for (let place = 0; place < count; place += 1) {
        context.save();
        context.translate(x, y);
        context.rotate((place + (ring < 1 ? 0.5 : 0)) * 2 * Math.PI / count + 0.1 * random());
        const gradient = context.createLinearGradient(0, 0, size * ring, 0);
        gradient.addColorStop(0.1, mix(petal, '#5a1030', 0.45));
        gradient.addColorStop(0.6, petal);
        gradient.addColorStop(1, mix(petal, '#ffffff', 0.45));
        context.fillStyle = gradient;
        context.shadowColor = '#0006';
        context.shadowBlur = 5;
        context.beginPath();
        context.ellipse(size * ring * 0.56, 0, size * ring * 0.46, size * 2.1 / count, 0, 0, 2 * Math.PI);
        context.fill();
        context.restore();
      }
    }
    disk(context, x, y, size * 0.24, mix(middle, '#402000', 0.35));
    for (let seeds = 0; seeds < 90; seeds += 1) {
      const [turn, far] = [7 * random(), size * 0.22 * Math.sqrt(random())];
      disk(context, x + far * Math.cos(turn), y + far * Math.sin(turn), size * 0.018, mix(middle, '#fff8d0', random()));
    }
  };
  context.globalAlpha = 0.55;
  bloom(width * (0.1 + 0.15 * random()), height * 0.3, height * 0.16, 11);
  context.globalAlpha = 1;
  bloom(width * (0.48 + 0.14 * random()), height * (0.44 + 0.1 * random()), height * 0.36, 9 + 2 * version);
}

/** Sand in low light: each dune has a bright side and one in the shade. */
function dunes(context, scene) {
  const { width, height, version, random } = scene;
  const [sky, sand, shade] = [
    [['#5b8fc9', '#cfdfe6', '#f7dcb4'], '#e9a75c', '#8a4a2a'], [['#2d2a55', '#a5607a', '#ffc38f'], '#d97d54', '#4d2440'],
    [['#86b4d6', '#e3e9e4', '#fbeacb'], '#f0c585', '#b07f4c'], [['#3f6fae', '#9cc3dd', '#ffe3b8'], '#d98f4a', '#6e3a26'],
  ][version];
  fall(context, scene, 0, height * 0.6, sky);
  glow(context, width * random(), height * 0.36, height * 0.4, '#fff3cfc0');
  for (let layer = 0; layer < 4; layer += 1) {
    const near = layer / 3;
    const low = height * (0.5 + 0.17 * layer);
    const line = rolling(random);
    const crest = 20 + Math.floor(60 * random());
    const color = mix(mix(sand, sky[2], 0.5), sand, near);
    const gradient = context.createLinearGradient(0, low - height * 0.2, 0, height);
    gradient.addColorStop(0, mix(color, '#fff1d0', 0.3));
    gradient.addColorStop(0.6, mix(color, shade, 0.3));
    land(context, scene, line, low, low - height * 0.17, gradient);
    const side = context.createLinearGradient(0, low - height * 0.17, 0, low + height * 0.22);
    side.addColorStop(0, mix(color, shade, 0.55 + 0.4 * near));
    side.addColorStop(1, mix(color, shade, 0.3));
    context.fillStyle = side;
    context.beginPath();
    for (let place = crest; place <= 100; place += 1) context.lineTo(width * place / 100, low - height * 0.17 * line[place]);
    context.lineTo(width, height);
    context.bezierCurveTo(width * (crest / 100 + 0.3), low + height * 0.3, width * (crest / 100 - 0.12), low + height * 0.12, width * crest / 100, low - height * 0.17 * line[crest]);
    context.fill();
  }
}

/** A beach from above. */
function coast(context, scene) {
  const { width, height, version, random } = scene;
  const [deep, shallow, sand] = [
    ['#0b4f7a', '#3fc1c0', '#f0d9a8'], ['#123f73', '#4aa8d8', '#e9d3b0'], ['#0a5a63', '#5fd0b5', '#f6e3be'], ['#0d3b66', '#3e92b0', '#d9c29a'],
  ][version];
  const slope = 0.1 + 0.25 * random();
  const line = rolling(random);
  const edge = (y) => width * (0.36 + slope * y / height + 0.1 * line[Math.min(100, Math.round(100 * y / height))]);
  const gradient = context.createLinearGradient(0, 0, width * 0.62, height * 0.15);
  gradient.addColorStop(0, deep);
  gradient.addColorStop(1, shallow);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  for (let count = 0; count < 60; count += 1) {
    context.globalAlpha = 0.06;
    disk(context, width * 0.5 * random(), height * random(), 8 + 30 * random(), count % 2 ? '#ffffff' : deep, 0.3);
  }
  context.globalAlpha = 1;
  const shore = (shift, color) => {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(width, 0);
    for (let y = 0; y <= height; y += 3) context.lineTo(edge(y) + shift + 4 * Math.sin(y / 9 + shift), y);
    context.lineTo(width, height);
    context.fill();
  };
  for (const [shift, color] of [
    [-34, '#ffffff30'], [-28, `${shallow}80`], [-16, '#ffffffa0'], [-9, `${shallow}90`], [-3, '#fffffff0'],
    [5, mix(sand, '#6b5030', 0.35)], [24, sand]]) shore(shift, color);
  for (let count = 0; count < 13; count += 1) {
    const y = height * (count + random()) / 13;
    const x = edge(y) + 60 + (width - edge(y) - 70) * random();
    disk(context, x + 4, y + 5, 9, '#0003');
    disk(context, x, y, 9, ['#e4572e', '#ffffff', '#2e86ab', '#f3a712'][count % 4]);
    for (let stripe = 0; stripe < 4; stripe += 1) {
      context.fillStyle = '#ffffffb0';
      context.beginPath();
      context.moveTo(x, y);
      context.arc(x, y, 9, stripe * Math.PI / 2, stripe * Math.PI / 2 + 0.7);
      context.fill();
    }
  }
}

/** Lights out of focus. */
function lights(context, scene) {
  const { width, height, version, random } = scene;
  const [ground, colors] = [
    [['#0b1026', '#26143a'], ['#ffb84d', '#ff6f61', '#ffe29a']], [['#07161c', '#12333d'], ['#62d2c3', '#c7f0a8', '#fff1a8']],
    [['#1d0b1e', '#3a1030'], ['#ff5fa2', '#ffa25f', '#c77dff']], [['#0a0f14', '#2a2118'], ['#ffd27d', '#ff9e5e', '#fff3d6']],
  ][version];
  fall(context, scene, 0, height, ground);
  context.globalCompositeOperation = 'lighter';
  for (let count = 0; count < 46; count += 1) {
    const size = height * (0.02 + 0.085 * random());
    const [x, y] = [width * random(), height * (0.15 + 0.75 * (random() + random()) / 2)];
    context.globalAlpha = 0.18 + 0.4 * random();
    disk(context, x, y, size, `${colors[count % 3]}90`);
    context.lineWidth = 1.4;
    context.strokeStyle = colors[count % 3];
    context.stroke();
  }
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

/** Northern lights. */
function aurora(context, scene) {
  const { width, height, version, random } = scene;
  const [one, other] = [['#3dffa0', '#7a5cff'], ['#5fffd0', '#ff6fb5'], ['#8dff6a', '#3fb8ff'], ['#49f0b8', '#b06cff']][version];
  fall(context, scene, 0, height, ['#050b1d', '#0c2140', '#1c3f56']);
  stars(context, scene, 0.75);
  context.globalCompositeOperation = 'lighter';
  for (let band = 0; band < 3; band += 1) {
    const line = rolling(random);
    const ripples = jagged(random, 0.72);
    for (let x = 0; x < width; x += 2) {
      const foot = height * (0.34 + 0.12 * band + 0.2 * line[Math.round(100 * x / width)]);
      const tall = height * (0.2 + 0.24 * ripples[Math.floor(200 * x / width)]);
      const gradient = context.createLinearGradient(0, foot - tall, 0, foot);
      gradient.addColorStop(0, `${other}00`);
      gradient.addColorStop(0.55, `${other}2c`);
      gradient.addColorStop(0.92, `${one}70`);
      gradient.addColorStop(1, `${one}00`);
      context.fillStyle = gradient;
      context.fillRect(x, foot - tall, 2, tall);
    }
  }
  context.globalCompositeOperation = 'source-over';
  land(context, scene, jagged(random, 0.55), height * 0.9, height * 0.68, '#0b1726');
  firs(context, scene, height * 0.95, height * 0.15, '#040a12');
}

/** A cup of coffee on a table, from above. */
function coffee(context, scene) {
  const { width, height, version, random } = scene;
  const [table, cup, cloth] = [
    ['#7a4f30', '#fbf7f0', '#c8553d'], ['#b98a5e', '#2f4858', '#f2e8d5'], ['#4a3428', '#e9e3d8', '#588157'], ['#9a6a45', '#f4d9c6', '#33658a'],
  ][version];
  fall(context, scene, 0, height, [mix(table, '#ffffff', 0.12), mix(table, '#1a0c04', 0.25)]);
  for (let count = 0; count < 150; count += 1) {
    context.globalAlpha = 0.1;
    disk(context, width * random(), height * random(), width * (0.1 + 0.3 * random()), count % 2 ? '#2a1206' : '#ffe8c8', 0.006);
  }
  context.globalAlpha = 1;
  for (let board = 1; board < 4; board += 1) {
    context.fillStyle = '#0004';
    context.fillRect(0, height * board / 4 + 6 * random(), width, 1.5);
  }
  context.save();
  context.translate(width * 0.12, height * 0.1);
  context.rotate(0.35 * random() - 0.5);
  context.shadowColor = '#0008';
  context.shadowBlur = 12;
  context.fillStyle = cloth;
  context.fillRect(-width * 0.2, -height * 0.2, width * 0.42, height * 0.6);
  context.restore();
  const [x, y, size] = [width * (0.5 + 0.1 * random()), height * (0.48 + 0.08 * random()), height * 0.21];
  const ring = (shift, radius, color, blur = 0) => {
    context.shadowColor = '#0009';
    context.shadowBlur = blur;
    context.shadowOffsetX = context.shadowOffsetY = blur / 2;
    disk(context, x + shift, y + shift, radius, color);
    context.shadowColor = '#0000';
    context.shadowBlur = context.shadowOffsetX = context.shadowOffsetY = 0;
  };
  ring(0, size * 1.62, mix(cup, '#808080', 0.12), 16);
  ring(0, size * 1.5, cup);
  ring(0, size * 1.12, mix(cup, '#606060', 0.16));
  context.lineWidth = size * 0.2;
  context.strokeStyle = cup;
  context.beginPath();
  context.moveTo(x + size * 0.8, y - size * 0.5);
  context.lineTo(x + size * 1.45, y - size * 0.9);
  context.stroke();
  ring(0, size, cup, 12);
  ring(0, size * 0.88, '#4b2a16');
  glow(context, x, y, size * 0.88, '#b5793fd0', 0.35);
  // A heart of milk.
  context.fillStyle = '#f6e3c8';
  context.beginPath();
  context.moveTo(x, y + size * 0.5);
  context.bezierCurveTo(x - size * 0.85, y - size * 0.1, x - size * 0.4, y - size * 0.65, x, y - size * 0.22);
  context.bezierCurveTo(x + size * 0.4, y - size * 0.65, x + size * 0.85, y - size * 0.1, x, y + size * 0.5);
  context.fill();
  glow(context, x - size * 0.3, y - size * 0.35, size * 0.5, '#ffffff38');
}
