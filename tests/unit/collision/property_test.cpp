// SPDX-License-Identifier: Apache-2.0
// What holds for every contact, tried on a hundred thousand random ones of each kind.
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "model/math/noise.h"
#include "model/math/numeric.h"
#include "model/world/collision/contact.h"
#include "model/world/collision/resolve.h"
#include "tests/unit/collision/scene.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar::model;
using ghostcar::tests::energy_j;
using ghostcar::tests::mirrored;
using ghostcar::tests::motion_at;
using ghostcar::tests::same;

namespace {

constexpr std::uint64_t seed = 20240711;
constexpr int wanted_contacts = 100'000;

/// Everything random about one case.
class Draw {
public:
    explicit Draw(std::uint64_t number) : number_(number) {}

    double between(double low, double high) {
        return low + (high - low) * uniform_noise(seed, channel_++, number_);
    }
    CollisionBox box() {
        const double mass_kg = between(700.0, 12'000.0);
        return {between(1.2, 4.0), between(0.6, 1.3), between(-0.5, 0.8), mass_kg,
                mass_kg * between(0.8, 4.0)};
    }
    /// Somewhere within `away_m`; one in four stands square, where axes coincide.
    BodyMotion motion(double away_m) {
        const double yaw_rad =
            between(0.0, 1.0) < 0.25 ? pi / 2 * std::floor(between(0.0, 4.0)) : between(-pi, pi);
        return motion_at(between(-away_m, away_m), between(-away_m, away_m), yaw_rad,
                         between(-40.0, 40.0), between(-40.0, 40.0), between(-5.0, 5.0));
    }
    ContactLaw law() {
        return {between(0.0, 1.0), between(1.0, 100.0), between(0.0, 0.5), between(0.0, 1.5)};
    }

private:
    std::uint64_t number_;
    std::uint64_t channel_ = 0;
};

void check(bool holds, const char* what, std::uint64_t number) {
    if (holds) return;
    std::printf("seed %llu case %llu\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(number));
    TEST_FAIL_MESSAGE(what);
}

bool is_clean(const BodyMotion& motion) {
    const auto clean = [](double value) {
        return std::isfinite(value) && (value == 0.0 || std::isnormal(value));
    };
    return clean(motion.x_m) && clean(motion.y_m) && clean(motion.velocity_x_mps) &&
           clean(motion.velocity_y_mps) && clean(motion.yaw_rate_radps);
}

double depth_between(const CollisionBox& a, const BodyMotion& motion_a, const CollisionBox& b,
                     const BodyMotion& motion_b) {
    return contact_between(a, motion_a, b, motion_b).depth_m;
}

bool nearly(double a, double b, double scale) {
    return std::fabs(a - b) <= 1e-11 * scale;
}

/// Spin about the origin and about the own axis.
double angular_momentum(const CollisionBox& box, const BodyMotion& motion) {
    return box.mass_kg * (motion.x_m * motion.velocity_y_mps - motion.y_m * motion.velocity_x_mps) +
           box.yaw_inertia_kgm2 * motion.yaw_rate_radps;
}

void two_cars() {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    int contacts = 0;
    for (std::uint64_t number = 0; contacts < wanted_contacts; ++number) {
        Draw draw(number);
        const CollisionBox box_a = draw.box();
        const CollisionBox box_b = draw.box();
        const BodyMotion a = draw.motion(2.5);
        const BodyMotion b = draw.motion(2.5);
        const ContactLaw law = draw.law();
        const Contact contact = contact_between(box_a, a, box_b, b);
        if (!contact.touching) continue;
        ++contacts;
        check(nearly(contact.normal_x * contact.normal_x + contact.normal_y * contact.normal_y, 1.0,
                     1.0),
              "the normal has unit length", number);
        check(contact.depth_m > 0.0 && contact.depth_m < box_a.reach_m + box_b.reach_m,
              "the depth is within the bodies", number);

        BodyMotion after_a = a;
        BodyMotion after_b = b;
        const ContactLoss loss = resolve(box_a, after_a, box_b, after_b, contact, law);
        check(is_clean(after_a) && is_clean(after_b), "finite numbers, none subnormal", number);

        const double before_j = energy_j(box_a, a) + energy_j(box_b, b);
        const double after_j = energy_j(box_a, after_a) + energy_j(box_b, after_b);
        check(after_j <= before_j * (1.0 + 1e-12), "energy never grows", number);
        check(loss.normal_energy_j >= 0.0 && loss.friction_energy_j >= 0.0, "losses are losses",
              number);
        check(nearly(before_j - after_j, loss.normal_energy_j + loss.friction_energy_j, before_j),
              "the losses are what is missing", number);

        const double scale = (box_a.mass_kg + box_b.mass_kg) * 100.0;
        check(
            nearly(box_a.mass_kg * a.velocity_x_mps + box_b.mass_kg * b.velocity_x_mps,
                   box_a.mass_kg * after_a.velocity_x_mps + box_b.mass_kg * after_b.velocity_x_mps,
                   scale),
            "momentum along x stays", number);
        check(
            nearly(box_a.mass_kg * a.velocity_y_mps + box_b.mass_kg * b.velocity_y_mps,
                   box_a.mass_kg * after_a.velocity_y_mps + box_b.mass_kg * after_b.velocity_y_mps,
                   scale),
            "momentum along y stays", number);
        BodyMotion turned_a = after_a;  // the impulse alone, without the push out of the overlap
        BodyMotion turned_b = after_b;
        turned_a.x_m = a.x_m;
        turned_a.y_m = a.y_m;
        turned_b.x_m = b.x_m;
        turned_b.y_m = b.y_m;
        check(nearly(angular_momentum(box_a, a) + angular_momentum(box_b, b),
                     angular_momentum(box_a, turned_a) + angular_momentum(box_b, turned_b),
                     scale * 10.0),
              "angular momentum stays", number);
        check(nearly(box_a.mass_kg * a.x_m + box_b.mass_kg * b.x_m,
                     box_a.mass_kg * after_a.x_m + box_b.mass_kg * after_b.x_m, scale),
              "the common centre of gravity stays", number);
        check(depth_between(box_a, after_a, box_b, after_b) <= 0.0005 + 1e-9 ||
                  depth_between(box_a, after_a, box_b, after_b) < contact.depth_m,
              "the overlap goes away", number);

        const Contact turned = contact_between(box_b, b, box_a, a);
        check(turned.x_m == contact.x_m && turned.y_m == contact.y_m &&
                  turned.normal_x == -contact.normal_x && turned.normal_y == -contact.normal_y &&
                  turned.depth_m == contact.depth_m,
              "exchanged bodies, same contact", number);
        BodyMotion swapped_a = a;
        BodyMotion swapped_b = b;
        const ContactLoss swapped = resolve(box_b, swapped_b, box_a, swapped_a, turned, law);
        check(same(swapped_a, after_a) && same(swapped_b, after_b) && same(swapped, loss),
              "exchanged bodies, same result", number);

        BodyMotion mirror_a = mirrored(a);
        BodyMotion mirror_b = mirrored(b);
        const ContactLoss mirror = resolve(box_a, mirror_a, box_b, mirror_b,
                                           contact_between(box_a, mirror_a, box_b, mirror_b), law);
        check(same(mirror_a, mirrored(after_a)) && same(mirror_b, mirrored(after_b)) &&
                  same(mirror, loss),
              "mirrored scene, mirrored result", number);
    }
}

/// The same for one body against something fixed; `touch` finds the contact, and its counterpart
/// in the mirror.
template <typename Touch>
void one_car(const Touch& touch) {
    int contacts = 0;
    for (std::uint64_t number = 0; contacts < wanted_contacts; ++number) {
        Draw draw(number);
        const CollisionBox box = draw.box();
        const BodyMotion before = draw.motion(3.0);
        const ContactLaw law = draw.law();
        const Contact contact = touch(box, before, draw, false);
        if (!contact.touching) continue;
        ++contacts;
        BodyMotion after = before;
        const ContactLoss loss = resolve_with_fixed(box, after, contact, law);
        check(is_clean(after), "finite numbers, none subnormal", number);
        const double before_j = energy_j(box, before);
        check(energy_j(box, after) <= before_j * (1.0 + 1e-12), "energy never grows", number);
        check(nearly(before_j - energy_j(box, after), loss.normal_energy_j + loss.friction_energy_j,
                     before_j),
              "the losses are what is missing", number);

        Draw again(number);
        again.box();
        again.motion(3.0);
        again.law();
        check(touch(box, after, again, false).depth_m <= 0.0005 + 1e-9, "the overlap goes away",
              number);
        Draw mirror_draw(number);
        mirror_draw.box();
        mirror_draw.motion(3.0);
        mirror_draw.law();
        BodyMotion mirror = mirrored(before);
        const Contact mirror_contact = touch(box, mirror, mirror_draw, true);
        const ContactLoss mirror_loss = resolve_with_fixed(box, mirror, mirror_contact, law);
        check(same(mirror, mirrored(after)) && same(mirror_loss, loss),
              "mirrored scene, mirrored result", number);
    }
}

void a_car_and_a_barrier() {
    one_car([](const CollisionBox& box, const BodyMotion& motion, Draw& draw, bool mirror) {
        const double angle = draw.between(-pi, pi);
        const double side = mirror ? -1.0 : 1.0;
        return contact_with_line(box, motion,
                                 {draw.between(-3.0, 3.0), side * draw.between(-3.0, 3.0),
                                  std::cos(angle), side * std::sin(angle)});
    });
}

void a_car_and_a_post() {
    one_car([](const CollisionBox& box, const BodyMotion& motion, Draw& draw, bool mirror) {
        const double side = mirror ? -1.0 : 1.0;
        return contact_with_post(
            box, motion,
            {draw.between(-3.0, 3.0), side * draw.between(-3.0, 3.0), draw.between(0.05, 0.6)});
    });
}

}  // namespace

void setUp() {}
void tearDown() {}

int main() {
    UNITY_BEGIN();
    RUN_TEST(two_cars);
    RUN_TEST(a_car_and_a_barrier);
    RUN_TEST(a_car_and_a_post);
    return UNITY_END();
}
